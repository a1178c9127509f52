namespace IwTune.Agent.Cli.Output;

/// <summary>
/// One line on a terminal's error stream that is overwritten and leaves nothing behind; nothing at all in a pipe, a file, or where escape
/// sequences are disabled.
/// </summary>
internal sealed class ProgressLine(Terminal terminal) : IDisposable
{
    /// <summary>Back to the beginning of the line, and ECMA-48's EL.</summary>
    public const string Clear = "\r\e[K";

    private readonly bool _shown = terminal.Rewrites;

    public void Show(string text)
    {
        if (_shown)
            terminal.Error.Write($"{Clear}{(text.Length < terminal.Width ? text : text[..(terminal.Width!.Value - 1)])}");
    }

    public void Dispose()
    {
        if (_shown)
            terminal.Error.Write(Clear);
    }
}
