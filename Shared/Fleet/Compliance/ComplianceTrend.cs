using IwTune.Shared.Compliance;

namespace IwTune.Shared.Fleet.Compliance;

/// <summary>Hosts by verdict over time.</summary>
/// <param name="From">The first instant.</param>
/// <param name="To">The last instant.</param>
/// <param name="Points">Evenly spaced, both ends included.</param>
/// <param name="Gaps">Spans in which the server was not judging: their verdicts are the last ones before.</param>
public sealed record ComplianceTrend(
    DateTimeOffset From,
    DateTimeOffset To,
    IReadOnlyList<ComplianceTrendPoint> Points,
    IReadOnlyList<ComplianceGap> Gaps
)
{
    /// <summary>
    /// Where retention has deleted the beginning of the span, the trend begins here; <see langword="null"/> when the whole span is
    /// recorded.
    /// </summary>
    public DateTimeOffset? DeletedBefore { get; init; }
}

/// <summary>One instant of a trend.</summary>
/// <param name="At">When.</param>
/// <param name="Hosts">Members that match.</param>
/// <param name="States">Those by verdict; verdicts without a host are left out.</param>
public sealed record ComplianceTrendPoint(DateTimeOffset At, int Hosts, IReadOnlyDictionary<Verdict, int> States)
{
    /// <summary>Compliant hosts among them to which no policy was assigned.</summary>
    public int WithoutPolicy { get; init; }
}

/// <summary>A span in which the server was not judging.</summary>
/// <param name="From">It had judged up to then.</param>
/// <param name="To">It judged again from then on; <see langword="null"/> when it has not yet.</param>
public sealed record ComplianceGap(DateTimeOffset From, DateTimeOffset? To);
