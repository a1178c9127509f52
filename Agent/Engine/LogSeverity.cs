namespace IwTune.Agent.Engine;

/// <summary>How much a line of the log matters.</summary>
public enum LogSeverity
{
    /// <summary>What was done.</summary>
    Information,

    /// <summary>What needs attention.</summary>
    Warning,

    /// <summary>What ended the daemon.</summary>
    Error,
}
