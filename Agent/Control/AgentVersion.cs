namespace IwTune.Agent.Control;

/// <summary>The version of this binary.</summary>
public static class AgentVersion
{
    /// <summary>Three numbers: <c>0.1.0</c>.</summary>
    public static string Text { get; } =
        typeof(AgentVersion).Assembly.GetName().Version?.ToString(3)
        ?? throw new InvalidOperationException("The build carries no version.");
}
