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
        var rows = await database.ReadAsync(db => all ? ExceptionQueries.AllAsync(db) : ExceptionQueries.OpenAsync(db), ct);
        return
        [
            .. rows.Where(row => (all || row.StateAt(now) != ExceptionState.Expired) && hosts.Tells(row.Read().Selector))
                .Select(row => Summary(row, now)),
        ];
    }

    public async Task<ExceptionSummary?> FindAsync(string id, CancellationToken ct) =>
        await database.ReadAsync(db => ExceptionQueries.FindAsync(db, id), ct) is { } row && hosts.Tells(row.Read().Selector)
            ? Summary(row, clock.GetUtcNow())
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
                .. (await database.ReadAsync(ExceptionQueries.OpenAsync, ct))
                    .Where(row => theirs.Contains(row.Id) && hosts.Tells(row.Read().Selector))
                    .Select(row => Summary(row, now)),
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
            .. (await database.ReadAsync(ExceptionQueries.OpenAsync, ct))
                .Where(row => row.StateAt(now) is not ExceptionState.Expired and var state && which(row, state))
                .Select(row => (Row: row, Granted: row.Read()))
                .Where(one => hosts.Tells(one.Granted.Selector))
                .Select(one => new ExceptionBrief(
                    one.Row,
                    one.Row.StateAt(now),
                    Names(one.Granted.Selector) ?? one.Row.Selector,
                    one.Granted.Told.Reason,
                    one.Granted.Until
                )),
        ];
    }

    private ExceptionSummary Summary(ExceptionRow row, DateTimeOffset now)
    {
        var (granted, state) = (row.Read(), row.StateAt(now));
        var matched = state.IsInForce() ? hosts.All.Count(host => granted.Selector.Matches(host.Identity)) : 0;
        return new()
        {
            Id = row.Id,
            Selector = row.Selector,
            Host = Names(granted.Selector),
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

    private string? Names(Selector selector)
    {
        var ids = selector.HostIds;
        var names = ids.Select(id => hosts.Find(id)?.Identity.Name).OfType<string>().ToList();
        return ids.Count > 0 && names.Count == ids.Count ? string.Join(", ", names) : null;
    }
}
