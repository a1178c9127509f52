using System.Collections.Concurrent;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Keys;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Enrolment.Restored;

/// <summary>
/// A host holds a publication, or acts on an announcement of keys, that this store has never made: the store is older than the fleet,
/// restored from a backup. Both continue above the hosts' numbers, so that every host accepts the next one. Each unknown number is logged
/// once.
/// </summary>
internal sealed class StoreBehind(Database database, Requirements requirements, HeldKeys keys, TimeProvider clock)
{
    // What one host says may not use the numbers up; a fleet that is further ahead is caught up with in steps.
    private const long MostAtOnce = 1_000_000;

    // A host says it once after a restore; the second time is for a fleet that is far ahead. What it says beyond that concerns itself
    // alone: its own bundle gets a number it takes.
    private const int MostOfOne = 2;
    private static readonly TimeSpan Period = TimeSpan.FromHours(1);

    private readonly ConcurrentDictionary<(string Host, bool Keys), (long Since, int Times)> _told = [];

    public async Task NoticeAsync(FleetHost host, CheckInRequest said, long known)
    {
        await NoticePublicationAsync(host, said, known);
        if (said.Trust > keys.Current.Number)
            await NoticeKeysAsync(host, said.Trust.Value);
    }

    private async Task NoticePublicationAsync(FleetHost host, CheckInRequest said, long known)
    {
        var highest = Math.Max(said.Held?.Sequence ?? 0, said.Floor ?? 0);
        if (highest <= known || highest <= host.Issued || !Counts(host.Id, keys: false))
            return;
        var sequence = await database.WriteAsync(write => CatchUpAsync(write, host, highest));
        host.Issued = Math.Max(host.Issued, highest);
        await requirements.CatchUpAsync(sequence);
    }

    private async Task NoticeKeysAsync(FleetHost host, long announced)
    {
        // No announcement has a number above the time in seconds.
        if (announced > clock.GetUtcNow().ToUnixTimeSeconds())
            return;
        // Another server of this store may have made it just now.
        if (announced > await database.ReadAsync(KeyQueries.NumberAsync) && Counts(host.Id, keys: true))
            await database.WriteAsync(write => AnnounceAgainAsync(write, host, announced));
    }

    private bool Counts(string host, bool keys)
    {
        var now = clock.Now();
        var (_, times) = _told.AddOrUpdate(
            (host, keys),
            (now, 1),
            (_, told) => now - told.Since >= Period.TotalMilliseconds ? (now, 1) : (told.Since, told.Times + 1)
        );
        return times <= MostOfOne;
    }

    private async Task<long> AnnounceAgainAsync(DbSession write, FleetHost host, long announced)
    {
        var known = await KeyQueries.NumberAsync(write);
        if (known >= announced)
            return known;
        var next = await KeyWrites.LeapAsync(write, clock);
        var text =
            $"It acts on announcement {announced} of keys; this store has none above {known}: the store was restored from a backup "
            + "or a snapshot.";
        await LogAsync(
            write,
            host,
            text,
            $"The keys of this store are announced again as number {next}. A host that trusts none of them refuses its bundles, stands in "
                + "the list Refused, and must enrol again."
        );
        return next;
    }

    private async Task<long> CatchUpAsync(DbSession write, FleetHost host, long highest)
    {
        var known = await Requirements.SequenceAsync(write);
        if (known >= highest)
            return known;
        var next = Math.Min(highest, known + MostAtOnce);
        await write.ExecuteAsync("update publication set sequence = @next where id = 1", new { next });
        var text = $"It has publication {highest}; this store has none above {known}: the store was restored from a backup or a snapshot.";
        await LogAsync(write, host, text, $"Publication numbers continue above {next}.");
        return next;
    }

    private async Task LogAsync(DbSession write, FleetHost host, string found, string done)
    {
        await HistoryQueries.AddAsync(write, clock, host.Id, HistoryKind.StoreBehind, found);
        await AuditLog.AppendAsync(
            write,
            clock,
            "server",
            StoreActions.FallBehind,
            $"host:{host.Id}",
            $"{host.Identity.Name}: {found} {done}"
        );
    }
}
