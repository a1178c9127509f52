using System.Text.Json;
using IwTune.Shared.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Standing;

/// <summary>What stands out of a host, as it is stored: one row for each host of which anything does.</summary>
internal sealed class HostStanding
{
    public string HostId { get; init; } = "";
    public long Kinds { get; init; }
    public string Marks { get; init; } = "[]";
    public string Health { get; init; } = "";
    public string HealthReason { get; init; } = "";

    public static HostStanding Of(string hostId, IReadOnlyList<StandingMark> marks, Judgement health) => new()
    {
        HostId = hostId,
        Kinds = marks.Aggregate(0L, (bits, mark) => bits | Bit(mark.Kind)),
        Marks = JsonSerializer.Serialize(marks, StandingJson.Default.IReadOnlyListStandingMark),
        Health = health.Verdict.ToString(),
        HealthReason = health.Reason,
    };

    public static long Bit(StandingKind kind) => 1L << (int)kind;

    public IReadOnlyList<StandingMark> Read() => JsonSerializer.Deserialize(Marks, StandingJson.Default.IReadOnlyListStandingMark)!;

    public bool Says(HostStanding other) => Kinds == other.Kinds && Marks == other.Marks && Health == other.Health && HealthReason == other.HealthReason;
}
