using System.Text.Json;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>
/// What a host lost under the bundle it has. A new bundle begins anew: what another window did is no measure of this one.
/// </summary>
internal sealed class HostPast
{
    /// <summary>What is older counts half, and half of that after as long again.</summary>
    private const long HalfLifeMs = 7L * 24 * 60 * 60 * 1000;

    public string Digest { get; init; } = "";
    public long Since { get; init; }
    public double Judged { get; init; }
    public double Lost { get; init; }
    public double Segments { get; init; }
    public double Again { get; init; }
    public double Units { get; init; }
    public string Fetch { get; init; } = "[]";

    public static async Task<HostPast> OfAsync(DbSession db, string hostId) =>
        await db.FindAsync<HostPast>("select * from traffic_base where host_id = @hostId", new { hostId }) ?? new HostPast();

    /// <summary>Adds the reports under one bundle.</summary>
    public static async Task AddAsync(DbSession write, TimeProvider clock, string hostId, string digest, ArmOutcome told)
    {
        var (known, now) = (await OfAsync(write, hostId), clock.Now());
        var before = known.Digest == digest ? known : new HostPast { Digest = digest, Since = now };
        var keep = now - before.Since > HalfLifeMs ? 0.5 : 1;
        await write.ExecuteAsync(
            """
            insert into traffic_base (host_id, digest, since, judged, lost, segments, again, units, "fetch")
            values (@hostId, @digest, @since, @judged, @lost, @segments, @again, @units, @fetch)
            on conflict (host_id) do update set digest = excluded.digest, since = excluded.since, judged = excluded.judged,
                lost = excluded.lost,
              segments = excluded.segments, again = excluded.again, units = excluded.units, "fetch" = excluded."fetch"
            """,
            new
            {
                hostId,
                digest,
                since = keep < 1 ? now : before.Since,
                judged = before.Judged * keep + told.Judged,
                lost = before.Lost * keep + told.Lost,
                segments = before.Segments * keep + told.Segments,
                again = before.Again * keep + told.Again,
                units = before.Units * keep + told.Units,
                fetch = JsonSerializer.Serialize(
                    FetchTimes.Sum(Halved(before.Times, keep), told.Fetch),
                    GatingJson.Default.IReadOnlyListFetchTimes
                ),
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
