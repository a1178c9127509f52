using System.Text;
using IwTune.Agent.Linux;

namespace IwTune.Agent.Cli.Output;

/// <summary>Where a verb writes, and what may be written there.</summary>
internal sealed record Terminal(TextWriter Out, TextWriter Error, TextReader In, bool Interactive, bool Colour)
{
    /// <summary>
    /// Columns of the terminal that is written to; <see langword="null"/> when it is a file or a pipe, where every row is one line.
    /// </summary>
    public int? Width { get; init; }

    /// <summary>The standard input as bytes, for a verb that reads no text.</summary>
    public Func<Stream> Bytes { get; init; } = () => Stream.Null;

    /// <summary>Below it, broken lines are harder to read than long ones.</summary>
    private const int Narrowest = 40;

    /// <summary>Why part of the output was lost; <see langword="null"/> when all of it was written.</summary>
    public Func<Exception?> Lost { get; init; } = () => null;

    /// <summary>Colour only for people: on a terminal, unless it is disabled (no-color.org).</summary>
    /// <remarks>
    /// On Linux these are not Console's streams, which load terminfo, start a thread for signals, and write a keypad sequence to a terminal
    /// before the first byte.
    /// </remarks>
    public static Terminal OfThisProcess()
    {
        if (OperatingSystem.IsWindows() && !(Console.IsOutputRedirected && Console.IsErrorRedirected))
            ReadAsUtf8();
        if (OperatingSystem.IsLinux())
            StandardDescriptors.Reserve();
        var output = new UnfailingOutput(Standard(1));
        return new Terminal(
            Lines(output),
            Lines(new UnfailingOutput(Standard(2))),
            new StreamReader(Standard(0)),
            Interactive: !Console.IsInputRedirected && !Console.IsErrorRedirected,
            Colour: !Console.IsOutputRedirected && TakesEscapes
        )
        {
            Escapes = TakesEscapes,
            Bytes = () => Standard(0),
            Lost = () => output.Failure,
            Width = Columns() is >= Narrowest and var columns ? columns : null,
        };
    }

    /// <summary>Whether escape sequences may be written: not with NO_COLOR or <c>TERM=dumb</c>.</summary>
    public bool Escapes { get; init; } = true;

    /// <summary>
    /// True when a line on the error stream may be written over: both ends are a terminal, and it takes escape sequences.
    /// </summary>
    public bool Rewrites => Interactive && Escapes && Width is not null;

    /// <summary>True when the output is a terminal that takes escape sequences, so that a page may be drawn over the last one.</summary>
    public bool Redraws => Colour && Width is not null;

    /// <summary>Completes the commands that a sentence quotes as advice; see <see cref="Advice"/>.</summary>
    public Func<string, string> Advised { get; init; } = text => text;

    /// <summary>Writes a sentence, broken between words where the terminal ends.</summary>
    public void Say(string text, int hanging = 4) =>
        Out.WriteLine(Width is { } width ? Wrapping.Wrap(Advised(text), width, hanging) : text);

    /// <summary>Writes a sentence that is no part of the answer to the error stream, broken likewise.</summary>
    public void Remark(string text) => Error.WriteLine(Width is { } width ? Wrapping.Wrap(Advised(text), width, hanging: 0) : text);

    private static bool TakesEscapes =>
        string.IsNullOrEmpty(Environment.GetEnvironmentVariable("NO_COLOR"))
        && Environment.GetEnvironmentVariable("TERM") is not (null or "" or "dumb");

    // A Windows console reads bytes in the OEM code page unless another is set, and the next program in it must find that page again.
    private static void ReadAsUtf8()
    {
        var before = Console.OutputEncoding;
        Console.OutputEncoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false);
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Console.OutputEncoding = before;
    }

    private static Stream Standard(int descriptor) =>
        OperatingSystem.IsLinux()
            ? StandardDescriptors.Stream(descriptor)
            : descriptor switch
            {
                0 => Console.OpenStandardInput(),
                1 => Console.OpenStandardOutput(),
                _ => Console.OpenStandardError(),
            };

    private static int? Columns() =>
        Console.IsOutputRedirected ? null
        : OperatingSystem.IsLinux() ? TerminalSize.Columns()
        : Console.WindowWidth;

    private static PassingWriter Lines(IByteOutput output)
    {
        var stream = new WriteOnlyStream(output);
        return PlainWriter.Before(new StreamWriter(stream, bufferSize: 16 * 1024), stream);
    }

    public string Paint(Ink ink, string text) => Colour && ink != Ink.Plain ? $"\e[{(int)ink}m{text}\e[0m" : text;
}

/// <summary>Colours by their number in ECMA-48; each has one meaning.</summary>
internal enum Ink
{
    Plain = 0,
    Quiet = 2,
    Bold = 1,
    Bad = 31,
    Good = 32,
    Attention = 33,
}
