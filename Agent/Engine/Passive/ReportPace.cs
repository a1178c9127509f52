namespace IwTune.Agent.Engine.Passive;

/// <summary>How often a summary of production connections is reported.</summary>
/// <param name="Every">The interval when nothing is new.</param>
/// <param name="AtMostEvery">A changed window is reported at once, but no more often than this.</param>
public sealed record ReportPace(TimeSpan Every, TimeSpan AtMostEvery)
{
    /// <summary>Five minutes, and half a minute.</summary>
    public static ReportPace Usual { get; } = new(TimeSpan.FromMinutes(5), TimeSpan.FromSeconds(30));
}
