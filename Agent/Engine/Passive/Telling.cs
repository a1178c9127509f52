namespace IwTune.Agent.Engine.Passive;

/// <summary>How often what production connections had is told.</summary>
/// <param name="Every">When nothing is new.</param>
/// <param name="AtMostEvery">A changed window is told at once, but no more often than this.</param>
public sealed record Telling(TimeSpan Every, TimeSpan AtMostEvery)
{
    /// <summary>Five minutes, and half a minute.</summary>
    public static Telling Usual { get; } = new(TimeSpan.FromMinutes(5), TimeSpan.FromSeconds(30));
}
