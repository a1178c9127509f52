using System.Text.Json;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Statistics;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>
/// What a host lost under the bundle it has. A new bundle begins anew: what another window did is no measure of this one.
/// </summary>
internal sealed class HostPast
{
    /// <summary>What is older counts half, and half of that after as long again.</summary>
    private const long HalfLifeMs = 7L * 24 * 60 * 60 * 1000;

    /// <summary>Fewer reports of equal size do not show how far they differ.</summary>
    private const double LeastReports = 3;

    public string Digest { get; init; } = "";
    public long Since { get; init; }
    public double Judged { get; init; }
    public double Lost { get; init; }
    public double Segments { get; init; }
    public double Again { get; init; }
    public double JudgedSquares { get; init; }
    public double AgainSquares { get; init; }
    public double AgainCross { get; init; }
    public double SegmentSquares { get; init; }
    public double Seconds { get; init; }
    public string Fetch { get; init; } = "[]";

    public static async Task<HostPast> OfAsync(DbSession db, string hostId) =>
        await db.FindAsync<HostPast>("select * from traffic_base where host_id = @hostId", new { hostId }) ?? new HostPast();

    /// <summary>
    /// The host's share of retransmitted segments. It counts as much against the fleet's as its reports agree with each other: hosts may
    /// differ from the fleet by as much as its mean.
    /// </summary>
    public (double Share, double Variance) AgainShare(double fleet)
    {
        var doubt = fleet * fleet;
        if (Segments <= 0 || SegmentSquares <= 0 || RatioOfSums.Units(Segments, SegmentSquares) < LeastReports)
            return (fleet, doubt);
        var share = Again / Segments;
        var off = RatioOfSums.Variance(share, Segments, SegmentSquares, AgainCross, AgainSquares);
        // No report is more exact than its segments, one by one.
        var known = Math.Max(off, share * (1 - share) / Segments) + double.Epsilon;
        var weight = doubt / (doubt + known);
        return (fleet + (weight * (share - fleet)), doubt * known / (doubt + known));
    }

    /// <summary>With more reports.</summary>
    /// <param name="told">Each report once.</param>
    /// <param name="seconds">The time that they cover.</param>
    /// <param name="keep">What the earlier ones count now, 0 to 1.</param>
    public HostPast With(IReadOnlyList<ArmOutcome> told, double seconds, double keep)
    {
        var sum = told.Aggregate(ArmOutcome.None, (all, one) => all.With(one with { Fetch = [] }));
        return new HostPast
        {
            Digest = Digest,
            Since = Since,
            Seconds = Seconds * keep + seconds,
            Judged = Judged * keep + sum.Judged,
            Lost = Lost * keep + sum.Lost,
            Segments = Segments * keep + sum.Segments,
            Again = Again * keep + sum.Again,
            JudgedSquares = JudgedSquares * keep * keep + told.Sum(one => (double)one.Judged * one.Judged),
            AgainSquares = AgainSquares * keep * keep + told.Sum(one => (double)one.Again * one.Again),
            AgainCross = AgainCross * keep * keep + told.Sum(one => (double)one.Again * one.Segments),
            SegmentSquares = SegmentSquares * keep * keep + told.Sum(one => (double)one.Segments * one.Segments),
            Fetch = JsonSerializer.Serialize(
                FetchTimes.Sum([Halved(Times, keep), .. told.Select(one => one.Fetch)]),
                GatingJson.Default.IReadOnlyListFetchTimes
            ),
        };
    }

    /// <summary>Adds the reports under one bundle.</summary>
    public static async Task AddAsync(
        DbSession write,
        TimeProvider clock,
        string hostId,
        string digest,
        IReadOnlyList<ArmOutcome> told,
        double seconds
    )
    {
        var (known, now) = (await OfAsync(write, hostId), clock.Now());
        var before = known.Digest == digest ? known : new HostPast { Digest = digest, Since = now };
        var aged = now - before.Since > HalfLifeMs;
        var past = before.With(told, seconds, aged ? 0.5 : 1);
        await write.ExecuteAsync(
            """
            insert into traffic_base (host_id, digest, since, judged, lost, segments, again, judged_squares, again_squares, again_cross,
                segment_squares, seconds, "fetch")
            values (@hostId, @digest, @since, @Judged, @Lost, @Segments, @Again, @JudgedSquares, @AgainSquares, @AgainCross,
                @SegmentSquares, @Seconds, @Fetch)
            on conflict (host_id) do update set digest = excluded.digest, since = excluded.since, judged = excluded.judged,
                lost = excluded.lost, segments = excluded.segments, again = excluded.again, judged_squares = excluded.judged_squares,
                again_squares = excluded.again_squares, again_cross = excluded.again_cross,
                segment_squares = excluded.segment_squares, seconds = excluded.seconds, "fetch" = excluded."fetch"
            """,
            new
            {
                hostId,
                digest,
                since = aged ? now : before.Since,
                past.Judged,
                past.Lost,
                past.Segments,
                past.Again,
                past.JudgedSquares,
                past.AgainSquares,
                past.AgainCross,
                past.SegmentSquares,
                past.Seconds,
                past.Fetch,
            }
        );
    }

    public IReadOnlyList<FetchTimes> Times => JsonSerializer.Deserialize(Fetch, GatingJson.Default.IReadOnlyListFetchTimes)!;

    private static IReadOnlyList<FetchTimes> Halved(IReadOnlyList<FetchTimes> times, double keep) =>
        keep == 1
            ? times
            :
            [
                .. times.Select(one =>
                    one with
                    {
                        Microseconds = one
                            .Microseconds.Where(slot => slot.Value > 1)
                            .ToDictionary(slot => slot.Key, slot => slot.Value / 2),
                    }
                ),
            ];
}
