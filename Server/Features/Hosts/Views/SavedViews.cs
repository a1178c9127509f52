using System.Security.Claims;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Hosts.Pages;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Requests;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Hosts.Views;

/// <summary>
/// The views of a person, and those that are shared. Who may change hosts may share views, and change or remove what others shared.
/// </summary>
internal sealed class SavedViews(Database database, SeenHosts seen, TimeProvider clock)
{
    public async Task<IReadOnlyList<SavedView>> ListAsync(ClaimsPrincipal who, CancellationToken ct) =>
        [.. (await database.ReadAsync(db => SavedViewQueries.ListAsync(db, who.Person()), ct)).Where(view => Shows(who, view))];

    public async Task<SavedView?> FindAsync(ClaimsPrincipal who, string id, CancellationToken ct) =>
        await database.ReadAsync(db => SavedViewQueries.FindAsync(db, id), ct) is { } view && Shows(who, view) ? view : null;

    /// <summary>Whether the caller may change or remove it.</summary>
    public static bool MayChange(ClaimsPrincipal who, SavedView view) =>
        view.Owner == who.Person() || (view.Shared && who.May(Permission.HostsWrite));

    /// <summary>The ETag of a view.</summary>
    public static string Tag(SavedView view) => IfMatch.Tag($"{Told(view)} {view.Changed.ToUnixTimeMilliseconds()}");

    /// <summary>As people read it.</summary>
    public static string Told(SavedView view)
    {
        var hosts = view.Query.Length == 0 ? "all hosts" : $"hosts that match {view.Query}";
        var sorted = view.Sort.Length == 0 ? "" : $", sorted by {view.Sort}";
        var columns = view.Columns == HostColumnChoice.Usual ? "" : $", columns {view.Columns}";
        return $"'{view.Name}' ({hosts}{sorted}{columns}, {(view.Shared ? "shared" : "private")})";
    }

    /// <summary>The list with a view's search, order and columns.</summary>
    public static HostsAddress At(SavedView view) => new(view.Query, view.Sort, null, null) { Columns = view.Columns };

    public Task<ViewOutcome> AddAsync(ClaimsPrincipal who, SavedViewRequest request) => PutAsync(who, null, request, _ => true);

    /// <param name="who">The caller.</param>
    /// <param name="id">Of the view; <see langword="null"/> for a new one.</param>
    /// <param name="request">What it is from now on.</param>
    /// <param name="holds">Whether the view is what the change was made from.</param>
    public async Task<ViewOutcome> PutAsync(ClaimsPrincipal who, string? id, SavedViewRequest request, Func<SavedView, bool> holds)
    {
        request = ViewRules.Trimmed(request);
        var problems = ViewRules.Problems(request).ToList();
        if (request.Shared && !who.May(Permission.HostsWrite))
            return ViewOutcome.NotPermitted;
        return await database.WriteAsync(async write =>
        {
            var before = id is null ? null : await SavedViewQueries.FindAsync(write, id);
            if (id is not null && (before is null || !Shows(who, before)))
                return ViewOutcome.Unknown;
            if (before is not null && !MayChange(who, before))
                return ViewOutcome.NotPermitted;
            if (before is not null && !holds(before))
                return new(before, []) { Overtaken = true };
            var owner = before?.Owner ?? who.Person();
            var (count, same) = await SavedViewQueries.OfAsync(write, owner, request.Name);
            if (before is null && count >= ViewRules.Most)
                problems.Add(new("name", request.Name, $"you have {count} views, and at most {ViewRules.Most}: remove one first", 0, 0));
            if (same is not null && same != id)
                problems.Add(new("name", request.Name, "a view of the same owner has this name: choose another, or change that one", 0, 0));
            if (problems.Count > 0)
                return new(null, problems);
            var view = new SavedView(
                before?.Id ?? clock.NewId(),
                request.Name,
                request.Query,
                request.Sort,
                request.Columns,
                request.Shared,
                owner,
                Clock.At(clock.Now())
            );
            await SavedViewQueries.PutAsync(write, view);
            await AuditAsync(write, who, before, view);
            return new(view, []);
        });
    }

    public Task<ViewOutcome> RemoveAsync(ClaimsPrincipal who, string id) =>
        database.WriteAsync(async write =>
        {
            if (await SavedViewQueries.FindAsync(write, id) is not { } view || !Shows(who, view))
                return ViewOutcome.Unknown;
            if (!MayChange(who, view))
                return ViewOutcome.NotPermitted;
            await SavedViewQueries.RemoveAsync(write, id);
            await AuditAsync(write, who, view, null);
            return new(view, []);
        });

    private async Task AuditAsync(DbSession write, ClaimsPrincipal who, SavedView? before, SavedView? after)
    {
        if (after is { Shared: true })
            await AuditLog.AppendAsync(
                write,
                clock,
                who.Actor(),
                ViewActions.Share,
                $"view:{after.Id}",
                $"View {Told(after)}{(before is { Shared: true } ? $"; before: {Told(before)}" : "")}."
            );
        else if (before is { Shared: true })
            await AuditLog.AppendAsync(
                write,
                clock,
                who.Actor(),
                ViewActions.Withdraw,
                $"view:{before.Id}",
                $"View {Told(before)} was {(after is null ? "removed" : "made private")}."
            );
    }

    /// <summary>Of another person's view, one that names hosts is for those who may see every host.</summary>
    private bool Shows(ClaimsPrincipal who, SavedView view) =>
        view.Owner == who.Person() || (view.Shared && (seen.Scope.IsFleet || !NamesHosts(view)));

    private static bool NamesHosts(SavedView view) =>
        HostSearch.Parse(view.Query).Filter is not { } search
        || search.Selector.AsksFor(SelectorKeys.Host)
        || search.Selector.AsksFor(SelectorKeys.Id)
        || search.Selector.AsksFor(SelectorKeys.Word);
}

/// <summary>The result of a change of a view: the view, or why it was not made.</summary>
internal sealed record ViewOutcome(SavedView? View, IReadOnlyList<PolicyProblem> Problems)
{
    /// <summary>There is no such view for the caller.</summary>
    public static ViewOutcome Unknown { get; } = new(null, []);

    /// <summary>The caller may not share, or change what another person shared.</summary>
    public static ViewOutcome NotPermitted { get; } = new(null, []);

    /// <summary>The view is not what the change was made from, and is as it was.</summary>
    public bool Overtaken { get; init; }
}
