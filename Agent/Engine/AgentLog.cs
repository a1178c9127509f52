namespace IwTune.Agent.Engine;

/// <summary>Plain lines for whoever reads the agent's standard error or the journal of its unit; the unit adds the time.</summary>
public sealed class AgentLog(TextWriter to)
{
    private readonly TextWriter _to = TextWriter.Synchronized(to);

    /// <summary>Says nothing; for commands whose answer is the log.</summary>
    public static AgentLog Silent { get; } = new(TextWriter.Null);

    /// <summary>What was done.</summary>
    public void Info(string line) => Write("", line);

    /// <summary>What somebody should look at.</summary>
    public void Warn(string line) => Write("warning: ", line);

    private void Write(string prefix, string line) => _to.WriteLine(prefix + line);
}
