namespace IwTune.Agent.Linux.Probing.Remote;

/// <summary>The result of one connection.</summary>
internal abstract record RunOutcome
{
    /// <summary>A first flight was seen, and what followed it.</summary>
    internal sealed record Seen(FlightTrace Trace) : RunOutcome;

    /// <summary>The connection says nothing about the window: make another.</summary>
    /// <param name="Why">As part of a sentence.</param>
    internal sealed record Discarded(string Why) : RunOutcome;

    /// <summary>Another connection would end the same way.</summary>
    internal sealed record Failed(ProbeFailure Failure) : RunOutcome;
}
