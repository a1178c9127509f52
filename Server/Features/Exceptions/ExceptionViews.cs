using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Exceptions;

/// <summary>An exception in a line.</summary>
/// <param name="Row">As it is stored.</param>
/// <param name="State">Where it is now.</param>
/// <param name="Hosts">The names of its hosts where it has them by id, or its selector.</param>
/// <param name="Reason">Why, with the ticket.</param>
/// <param name="Until">When it ends; <see langword="null"/> for no end.</param>
internal sealed record ExceptionBrief(ExceptionRow Row, ExceptionState State, string Hosts, string Reason, DateTimeOffset? Until);

/// <summary>Exceptions as clients read them.</summary>
public sealed class ExceptionViews(Database database, SeenHosts hosts, ExceptionsInForce exceptions, TimeProvider clock)
{
    /// <summary>The newest first.</summary>
    /// <param name="all">Also those that are over.</param>
    /// <param name="ct">Gives up.</param>
    public async Task<IReadOnlyList<ExceptionSummary>> ListAsync(bool all, CancellationToken ct)
    {
        var now = clock.GetUtcNow();
        var rows = await ReadAsync(db => all ? ExceptionQueries.AllAsync(db) : ExceptionQueries.OpenAsync(db), ct);
        return [.. rows.Where(one => all || one.Row.StateAt(now) != ExceptionState.Expired).Select(one => Summary(one, now))];
    }

    public async Task<ExceptionSummary?> FindAsync(string id, CancellationToken ct) =>
        await ReadAsync(async db => await ExceptionQueries.FindAsync(db, id) is { } row ? [row] : [], ct) is [var found]
            ? Summary(found, clock.GetUtcNow())
            : null;

    /// <summary>Those in force for one host.</summary>
    public async Task<IReadOnlyList<ExceptionSummary>> OfAsync(FleetHost host, CancellationToken ct)
    {
        var now = clock.GetUtcNow();
        var theirs = host.Excepted(exceptions.Current)
            .Where(one => one.IsInForce(now))
            .Select(one => one.Id)
            .ToHashSet(StringComparer.Ordinal);
        return theirs.Count == 0
            ? []
            :
            [
                .. (await ReadAsync(ExceptionQueries.OpenAsync, ct))
                    .Where(one => theirs.Contains(one.Row.Id))
                    .Select(one => Summary(one, now)),
            ];
    }

    /// <summary>Some of those that are not over, without counting their hosts.</summary>
    /// <param name="which">Which of them, by their state now.</param>
    /// <param name="ct">Gives up.</param>
    internal async Task<IReadOnlyList<ExceptionBrief>> BriefAsync(Func<ExceptionRow, ExceptionState, bool> which, CancellationToken ct)
    {
        var now = clock.GetUtcNow();
        return
        [
            .. (await ReadAsync(ExceptionQueries.OpenAsync, ct))
                .Where(one => one.Row.StateAt(now) is not ExceptionState.Expired and var state && which(one.Row, state))
                .Select(one => new ExceptionBrief(
                    one.Row,
                    one.Row.StateAt(now),
                    one.Hosts ?? one.Row.Selector,
                    one.Granted.Told.Reason,
                    one.Granted.Until
                )),
        ];
    }

    /// <summary>Those that the caller may read, with the names of hosts that they have by id: also of hosts that left.</summary>
    private Task<IReadOnlyList<(ExceptionRow Row, GrantedException Granted, string? Hosts)>> ReadAsync(
        Func<DbSession, Task<IReadOnlyList<ExceptionRow>>> rows,
        CancellationToken ct
    ) =>
        database.ReadAsync<IReadOnlyList<(ExceptionRow, GrantedException, string?)>>(
            async db =>
            {
                var read = (await rows(db))
                    .Select(row => (Row: row, Granted: row.Read()))
                    .Where(one => hosts.Tells(one.Granted.Selector))
                    .ToList();
                var left = await LeftAsync(db, read.SelectMany(one => one.Granted.Selector.HostIds));
                return [.. read.Select(one => (one.Row, one.Granted, Names(one.Granted.Selector, left)))];
            },
            ct
        );

    /// <summary>Names of the hosts that left the fleet, by id.</summary>
    private async Task<Dictionary<string, string>> LeftAsync(DbSession db, IEnumerable<string> ids)
    {
        var left = ids.Where(id => hosts.Find(id) is null && hosts.Sees(id)).Distinct(StringComparer.Ordinal).ToList();
        return left.Count == 0
            ? []
            : (await HostQueries.ListAsync(db, left)).ToDictionary(row => row.Id, row => row.Name, StringComparer.Ordinal);
    }

    private ExceptionSummary Summary((ExceptionRow Row, GrantedException Granted, string? Hosts) one, DateTimeOffset now)
    {
        var (row, granted, names) = one;
        var state = row.StateAt(now);
        var matched = state.IsInForce() ? hosts.All.Count(host => granted.Selector.Matches(host.Identity)) : 0;
        return new()
        {
            Id = row.Id,
            Selector = row.Selector,
            Host = names,
            Reason = row.Reason,
            Ticket = row.Ticket,
            Author = row.Author,
            Created = Clock.At(row.CreatedAt),
            ApprovedBy = row.IsApproved ? row.ApprovedBy : null,
            Approved = Clock.At(row.ApprovedAt),
            Until = granted.Until,
            Ended = Clock.At(row.EndedAt),
            EndedBy = row.EndedAt is null ? "" : $"{Actors.Name(row.EndedBy)}: {row.EndedReason}",
            State = state,
            Hosts = matched,
        };
    }

    private string? Names(Selector selector, Dictionary<string, string> left)
    {
        var ids = selector.HostIds;
        var names = ids.Select(id => hosts.Find(id)?.Identity.Name ?? left.GetValueOrDefault(id)).OfType<string>().ToList();
        return ids.Count > 0 && names.Count == ids.Count ? string.Join(", ", names) : null;
    }
}
