namespace IwTune.Agent.Linux.Probing.Remote;

/// <summary>What a measurement came to.</summary>
public abstract record ProbeOutcome
{
    /// <summary>A window was read.</summary>
    public sealed record Measured(RemoteWindow Window) : ProbeOutcome;

    /// <summary>None was.</summary>
    public sealed record Failed(ProbeFailure Failure) : ProbeOutcome;
}
