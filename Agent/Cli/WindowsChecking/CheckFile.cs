using System.Globalization;
using System.Text;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.WindowsChecking;

/// <summary>
/// The file of a check, which grows call by call; its form is that of docs/windows-check.md. It gets its name once it is complete.
/// </summary>
internal sealed class CheckFile : IDisposable
{
    /// <summary>The first line; the number changes with the form.</summary>
    public const string Form = "iwtune-windows-check 1";

    private const int BytesALine = 32;

    private readonly NewFile _file;
    private readonly StreamWriter _to;

    private CheckFile(NewFile file) =>
        (_file, _to) = (file, new StreamWriter(file.Stream, new UTF8Encoding(false)) { NewLine = "\n", AutoFlush = true });

    /// <summary>Its full path.</summary>
    public string Name => _file.Path;

    /// <summary>How many calls it has.</summary>
    public int Calls { get; private set; }

    /// <summary>Decodes what programs print.</summary>
    public Encoding Encoding { get; init; } = Encoding.UTF8;

    /// <summary>Makes it, readable by this user alone.</summary>
    /// <exception cref="UsageException">The file is there already, or cannot be made.</exception>
    public static CheckFile Create(string path, Encoding encoding) =>
        new(NewFile.Create(path, "Nothing was done.")) { Encoding = encoding };

    /// <summary>The lines before the first call.</summary>
    public void Head(IEnumerable<(string Name, string Value)> lines)
    {
        _to.WriteLine(Form);
        foreach (var (name, value) in lines)
            _to.WriteLine($"{name}: {value}");
    }

    /// <summary>One call with its result.</summary>
    /// <param name="command">The call.</param>
    /// <param name="run">Its result, from which what must not leave the host was removed.</param>
    /// <param name="at">When it began.</param>
    /// <param name="redacted">How many words were overwritten in the outputs.</param>
    public void Add(HostCommand command, HostCommandRun run, DateTimeOffset at, int redacted)
    {
        _to.WriteLine();
        _to.WriteLine(string.Create(CultureInfo.InvariantCulture, $"== {++Calls} {command.Name}"));
        _to.WriteLine($"program: {command.Program}");
        foreach (var argument in command.Arguments)
            _to.WriteLine($"argument: {argument}");
        _to.WriteLine(string.Create(CultureInfo.InvariantCulture, $"at: {at.UtcDateTime:yyyy-MM-ddTHH:mm:ss.fffZ}"));
        _to.WriteLine(string.Create(CultureInfo.InvariantCulture, $"milliseconds: {run.Duration.TotalMilliseconds:0.0}"));
        _to.WriteLine(run.ExitCode is { } code ? string.Create(CultureInfo.InvariantCulture, $"exit: {code}") : "exit: none");
        if (run.Problem.Length > 0)
            _to.WriteLine($"problem: {run.Problem.ReplaceLineEndings(" ")}");
        if (redacted > 0)
            _to.WriteLine(string.Create(CultureInfo.InvariantCulture, $"redacted: {redacted}"));
        Bytes("output", run.Output);
        Bytes("errors", run.Errors);
    }

    /// <summary>The cells, after the last call.</summary>
    public void Add(IEnumerable<CheckFinding> findings)
    {
        _to.WriteLine();
        _to.WriteLine(string.Create(CultureInfo.InvariantCulture, $"== {Calls + 1} findings"));
        foreach (var finding in findings)
            _to.WriteLine(finding.Line);
    }

    /// <summary>Completes it and gives it its name.</summary>
    public void Finish()
    {
        _to.Dispose();
        _file.Finish();
    }

    public void Dispose()
    {
        _to.Dispose();
        _file.Dispose();
    }

    private void Bytes(string name, byte[] bytes)
    {
        _to.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{name}: {bytes.Length} bytes"));
        foreach (var line in bytes.Chunk(BytesALine))
            _to.WriteLine($"  {Convert.ToHexString(line)}");
        if (bytes.Length == 0 || Encoding.GetString(bytes) is not { } text || !IsText(text))
            return;
        _to.WriteLine($"{name} as text:");
        foreach (var line in text.ReplaceLineEndings("\n").TrimEnd('\n').Split('\n'))
            _to.WriteLine($"  | {line}");
    }

    private static bool IsText(string text) =>
        text.All(character => character is '\r' or '\n' or '\t' || !char.IsControl(character) && character != '\uFFFD');
}
