namespace IwTune.Agent.Linux.Probing.Remote;

/// <summary>The result of a measurement.</summary>
public abstract record ProbeOutcome
{
    /// <summary>A window was read.</summary>
    public sealed record Measured(RemoteWindow Window) : ProbeOutcome;

    /// <summary>No window was read.</summary>
    public sealed record Failed(ProbeFailure Failure) : ProbeOutcome;
}
