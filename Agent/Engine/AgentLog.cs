namespace IwTune.Agent.Engine;

/// <summary>Plain log lines, as a daemon writes them: to standard error, the journal of its unit or the Windows event log.</summary>
/// <param name="write">Takes every line; called by several threads at once.</param>
public sealed class AgentLog(Action<LogSeverity, string> write)
{
    /// <summary>Into a text; its reader adds the time.</summary>
    public AgentLog(TextWriter to)
        : this(Lines(TextWriter.Synchronized(to))) { }

    /// <summary>Says nothing; for commands whose answer is the log.</summary>
    public static AgentLog Silent { get; } = new(TextWriter.Null);

    /// <summary>What was done.</summary>
    public void Info(string line) => write(LogSeverity.Information, line);

    /// <summary>What needs attention.</summary>
    public void Warn(string line) => write(LogSeverity.Warning, line);

    /// <summary>What ended the daemon.</summary>
    public void Error(string line) => write(LogSeverity.Error, line);

    private static Action<LogSeverity, string> Lines(TextWriter to) =>
        (severity, line) => to.WriteLine(severity == LogSeverity.Warning ? "warning: " + line : line);
}
