using IwTune.Server.Features.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.CheckIns;

/// <summary>A check-in that is held open. Completes when the host must be evaluated again, or its time is over.</summary>
/// <param name="host">Whose.</param>
/// <param name="said">What it said.</param>
/// <param name="run">The run of its agent.</param>
internal sealed class Waiter(FleetHost host, CheckInRequest said, string run)
    : TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)
{
    public FleetHost Host => host;

    public CheckInRequest Said => said;

    private long? _asked = host.Credential.AskedAt;

    /// <summary>Why this machine is no longer served; <see langword="null"/> while it is.</summary>
    public SharedIdentity? Quarantined => host.Shared is { } shared && shared.QuarantinedRun == run ? shared : null;

    /// <summary>True when there is something to send beside a bundle.</summary>
    public bool MustGo => host.RekeyReason.Length > 0 || Quarantined is not null || host.Credential.AskedAt != _asked;

    /// <summary>The same check-in, held again.</summary>
    public Waiter Again() => new(host, said, run) { Until = Until, _asked = _asked };

    /// <summary>When its time is over, as a <see cref="TimeProvider.GetTimestamp"/> value.</summary>
    public long Until { get; init; }

    /// <summary>Called by its room; the room's own.</summary>
    internal bool IsCalled { get; set; }

    /// <summary>Its list in <see cref="HeldCheckIns"/>, and its neighbours there; its room's own.</summary>
    internal int List { get; set; } = -1;

    internal Waiter? Before { get; set; }

    internal Waiter? Behind { get; set; }
}
