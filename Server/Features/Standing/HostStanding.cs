using System.Text.Json;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Server.Features.Standing;

/// <summary>The stored marks of a host: one row for each host that stands out.</summary>
internal sealed class HostStanding
{
    public string HostId { get; init; } = "";
    public long Kinds { get; init; }
    public string Marks { get; init; } = "[]";
    public Verdict Health { get; init; }
    public string HealthReason { get; init; } = "";

    /// <param name="before">What stood out before; <see langword="null"/> when nothing did.</param>
    /// <param name="hostId">Whose.</param>
    /// <param name="given">What its verdict rests on.</param>
    /// <returns><see langword="null"/> without marks.</returns>
    public static HostStanding? Of(HostStanding? before, string hostId, ComplianceCase given)
    {
        var health = ComplianceEvaluator.Health(given);
        var marks = StandingMarks.Of(given, health);
        if (marks.Count == 0)
            return null;
        var since = before is null ? marks : Since(marks, before.Read());
        return new()
        {
            HostId = hostId,
            Kinds = since.Aggregate(0L, (bits, mark) => bits | Bit(mark.Kind)),
            Marks = JsonSerializer.Serialize(since, StandingJson.Default.IReadOnlyListStandingMark),
            Health = health.Verdict,
            HealthReason = health.Reason,
        };
    }

    public static long Bit(StandingKind kind) => 1L << (int)kind;

    public IReadOnlyList<StandingMark> Read() => JsonSerializer.Deserialize(Marks, StandingJson.Default.IReadOnlyListStandingMark)!;

    public bool Says(HostStanding other) =>
        Kinds == other.Kinds && Marks == other.Marks && Health == other.Health && HealthReason == other.HealthReason;

    /// <summary>An unchanged mark keeps its earlier start.</summary>
    private static IReadOnlyList<StandingMark> Since(IReadOnlyList<StandingMark> marks, IReadOnlyList<StandingMark> before) =>
        [
            .. marks.Select(mark =>
                mark.Kind == StandingKind.Holds
                    ? mark
                    : mark with
                    {
                        Since = before.FirstOrDefault(known => known.Kind == mark.Kind && known.State == mark.State)?.Since ?? mark.Since,
                    }
            ),
        ];
}
