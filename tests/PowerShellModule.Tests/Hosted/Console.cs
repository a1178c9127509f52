using System.Collections.ObjectModel;
using System.Globalization;
using System.Management.Automation;
using System.Management.Automation.Host;
using System.Security;

namespace IwTune.PowerShellModule.Tests.Hosted;

/// <summary>The console of a person: it keeps what is written, and answers the questions of <c>-Confirm</c>.</summary>
internal sealed class Console : PSHost
{
    private readonly Screen _screen = new();

    /// <summary>The keys that are pressed at the next questions: <c>y</c>, <c>a</c>, <c>n</c>, <c>l</c>.</summary>
    public Queue<char> Keys => _screen.Keys;

    /// <summary>Every question with its explanation.</summary>
    public IReadOnlyList<string> Asked => _screen.Asked;

    /// <summary>What was written.</summary>
    public string Text => _screen.Written.ToString();

    public override CultureInfo CurrentCulture => CultureInfo.InvariantCulture;

    public override CultureInfo CurrentUICulture => CultureInfo.GetCultureInfo("en-US");

    public override Guid InstanceId { get; } = Guid.NewGuid();

    public override string Name => "test";

    public override PSHostUserInterface UI => _screen;

    public override Version Version => new(1, 0);

    public override void EnterNestedPrompt() => throw new NotSupportedException();

    public override void ExitNestedPrompt() => throw new NotSupportedException();

    public override void NotifyBeginApplication() { }

    public override void NotifyEndApplication() { }

    public override void SetShouldExit(int exitCode) => throw new NotSupportedException();

    private sealed class Screen : PSHostUserInterface
    {
        public Queue<char> Keys { get; } = new();

        public List<string> Asked { get; } = [];

        public System.Text.StringBuilder Written { get; } = new();

        public override PSHostRawUserInterface RawUI { get; } = new Size();

        public override int PromptForChoice(string caption, string message, Collection<ChoiceDescription> choices, int defaultChoice)
        {
            Asked.Add(message);
            var key = Keys.Dequeue();
            return choices
                .Select(choice => choice.Label)
                .ToList()
                .FindIndex(label => char.ToLowerInvariant(label[label.IndexOf('&', StringComparison.Ordinal) + 1]) == key);
        }

        public override Dictionary<string, PSObject> Prompt(string caption, string message, Collection<FieldDescription> descriptions) =>
            throw new NotSupportedException();

        public override PSCredential PromptForCredential(string caption, string message, string userName, string targetName) =>
            throw new NotSupportedException();

        public override PSCredential PromptForCredential(
            string caption,
            string message,
            string userName,
            string targetName,
            PSCredentialTypes allowedCredentialTypes,
            PSCredentialUIOptions options
        ) => throw new NotSupportedException();

        public override string ReadLine() => throw new NotSupportedException();

        public override SecureString ReadLineAsSecureString() => throw new NotSupportedException();

        public override void Write(ConsoleColor foregroundColor, ConsoleColor backgroundColor, string value) => Write(value);

        public override void Write(string value) => Written.Append(value);

        public override void WriteDebugLine(string message) => WriteLine($"DEBUG: {message}");

        public override void WriteErrorLine(string value) => WriteLine($"ERROR: {value}");

        public override void WriteLine(string value) => Written.Append(value).Append('\n');

        public override void WriteProgress(long sourceId, ProgressRecord record) { }

        public override void WriteVerboseLine(string message) => WriteLine($"VERBOSE: {message}");

        public override void WriteWarningLine(string message) => WriteLine($"WARNING: {message}");
    }

    /// <summary>A console of 160 columns.</summary>
    private sealed class Size : PSHostRawUserInterface
    {
        public override ConsoleColor BackgroundColor { get; set; }

        public override System.Management.Automation.Host.Size BufferSize { get; set; } = new(160, 500);

        public override Coordinates CursorPosition { get; set; }

        public override int CursorSize { get; set; }

        public override ConsoleColor ForegroundColor { get; set; }

        public override bool KeyAvailable => false;

        public override System.Management.Automation.Host.Size MaxPhysicalWindowSize => BufferSize;

        public override System.Management.Automation.Host.Size MaxWindowSize => BufferSize;

        public override Coordinates WindowPosition { get; set; }

        public override System.Management.Automation.Host.Size WindowSize
        {
            get => BufferSize;
            set => BufferSize = value;
        }

        public override string WindowTitle { get; set; } = "";

        public override void FlushInputBuffer() { }

        public override BufferCell[,] GetBufferContents(Rectangle rectangle) => throw new NotSupportedException();

        public override KeyInfo ReadKey(ReadKeyOptions options) => throw new NotSupportedException();

        public override void ScrollBufferContents(Rectangle source, Coordinates destination, Rectangle clip, BufferCell fill) =>
            throw new NotSupportedException();

        public override void SetBufferContents(Coordinates origin, BufferCell[,] contents) => throw new NotSupportedException();

        public override void SetBufferContents(Rectangle rectangle, BufferCell fill) => throw new NotSupportedException();
    }
}
