using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Statistics;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>A rollout that is watched, as the store has it.</summary>
internal sealed class OutcomeWatch
{
    /// <summary>
    /// Hosts of a ring, and of the control group, whose reports count: more add no information, and each reports every slot.
    /// </summary>
    private const int MostTellers = 2000;

    /// <summary>A report that covers more than this is of no time in particular.</summary>
    private const long LongestMs = 15 * 60 * 1000;

    public string RolloutId { get; init; } = "";
    public string FromDigest { get; init; } = "";
    public string TargetDigest { get; init; } = "";
    public long SlotMs { get; init; }
    public long ClosedUntil { get; init; }
    public string Rings { get; init; } = "";
    public double Alpha { get; init; }
    public double PriorMean { get; init; }
    public double PriorShape { get; init; }
    public double AgainMean { get; init; }
    public long Late { get; init; }
    public string Evidence { get; init; } = "";

    public RatePrior Prior => new(PriorMean, PriorShape);

    /// <summary>Hosts of each ring, the first one first.</summary>
    public IReadOnlyList<ArmHosts> Hosts => JsonSerializer.Deserialize(Rings, GatingJson.Default.IReadOnlyListArmHosts)!;

    /// <summary>
    /// How long a slot waits for its reports. Hosts that report every slot are at most one slot late, and one slot is for the transport.
    /// </summary>
    public long GraceMs => Math.Max(2 * SlotMs, 20_000);

    /// <summary>The slot a time is counted in: that of its end.</summary>
    /// <returns><see langword="null"/> when it is part of the evidence already, or the time is too long to be compared.</returns>
    public long? SlotOf(long since, long until) =>
        until - since > LongestMs || until / SlotMs < ClosedUntil / SlotMs ? null : until / SlotMs;

    /// <summary>The first slot that is not over at this time.</summary>
    public long OpenFrom(TimeProvider clock) => (clock.Now() - GraceMs) / SlotMs;

    /// <summary>
    /// Which arm a host's connections under a bundle are of: its ring, 0 for the control group, <see langword="null"/> for neither.
    /// </summary>
    public long? ArmOf(RolloutMembership host, string digest)
    {
        if (digest == TargetDigest)
            return host is { AdmittedAt: not null, State: not (RolloutHostState.Failed or RolloutHostState.Left) } ? host.Ring : null;
        return host is { AdmittedAt: null, State: RolloutHostState.Waiting } && (FromDigest.Length == 0 || digest == FromDigest) ? 0 : null;
    }

    /// <summary>Whether a host is one of those listened to: drawn by its id, so that it stays one.</summary>
    public bool Draws(string hostId, long arm, long stage)
    {
        // The control group (0) is the rings that have not started.
        var of = Hosts.Where((_, at) => arm == 0 ? at + 1 > stage : at + 1 == arm).Sum(hosts => hosts.All);
        if (of <= MostTellers)
            return true;
        var hash = BinaryPrimitives.ReadUInt32LittleEndian(SHA256.HashData(Encoding.UTF8.GetBytes(RolloutId + hostId)));
        return hash < (double)uint.MaxValue * MostTellers / of;
    }
}

/// <summary>A host's place in a rollout in progress.</summary>
internal sealed class RolloutMembership
{
    public string RolloutId { get; init; } = "";
    public string HostId { get; init; } = "";
    public long Stage { get; init; }
    public long Ring { get; init; }
    public RolloutHostState State { get; init; }
    public long? AdmittedAt { get; init; }
}
