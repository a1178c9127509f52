using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Policies;

/// <summary>Policies as clients read them.</summary>
internal static class PolicyViews
{
    public static async Task<Ok<IReadOnlyList<PolicySummary>>> ListAsync(Database database, Requirements requirements, SeenHosts hosts)
    {
        var latest = await database.ReadAsync(PolicyQueries.LatestAsync);
        return TypedResults.Ok<IReadOnlyList<PolicySummary>>([.. latest.Select(row => Summary(row, requirements.Current, hosts))]);
    }

    public static async Task<Results<Ok<PolicyDetail>, JsonHttpResult<FleetProblem>>> FindAsync(
        string name,
        Database database,
        Requirements requirements,
        SeenHosts hosts
    )
    {
        return await database.ReadAsync(db => PolicyHistory.OfAsync(db, name)) is { } history
            ? TypedResults.Ok(Detail(history, requirements.Current, hosts))
            : RefusalAnswer.NotFound($"policy '{name}'", $"See GET {FleetPaths.Policies}.");
    }

    public static PolicyDetail Detail(PolicyHistory history, RequirementSet set, SeenHosts hosts) =>
        new(
            Summary(history.Latest, set, hosts) with
            {
                Removed = history.Removed is { } at ? Clock.At(at) : null,
            },
            [.. history.Revisions.Select(row => row.Summary())],
            history.Latest.Document
        );

    public static async Task<Results<Ok<RevisionDetail>, JsonHttpResult<FleetProblem>>> RevisionAsync(
        string name,
        int number,
        Database database
    ) =>
        await database.ReadAsync(db => PolicyQueries.FindAsync(db, name, number)) is { } row
            ? TypedResults.Ok(new RevisionDetail(name, row.Summary(), row.Document))
            : RefusalAnswer.NotFound($"revision {number} of a policy '{name}'", $"See GET {FleetPaths.Policy(name)}.");

    public static async Task<Results<Ok<PolicyDiff>, JsonHttpResult<FleetProblem>>> DiffAsync(
        string name,
        int from,
        int to,
        Database database
    )
    {
        var (older, newer) = await database.ReadAsync(async db =>
            (await PolicyQueries.FindAsync(db, name, from), await PolicyQueries.FindAsync(db, name, to))
        );
        return older is null || newer is null
            ? RefusalAnswer.NotFound($"revision {(older is null ? from : to)} of a policy '{name}'", $"See GET {FleetPaths.Policy(name)}.")
            : TypedResults.Ok(new PolicyDiff(name, from, to, LineDiff.Of(older.Document, newer.Document)));
    }

    /// <summary>True when hosts have it by assignments of which none is shown: they name hosts outside the caller's scope, too.</summary>
    public static bool IsAssignedUnseen(this PolicySummary policy) => policy.Selectors.Count == 0 && policy.Hosts > policy.Held;

    public static PolicySummary Summary(RevisionRow latest, RequirementSet set, SeenHosts hosts)
    {
        var following = hosts.Following(set, latest.Policy).ToList();
        return new()
        {
            Name = latest.Policy,
            Latest = latest.Summary(),
            Released = set.Policy(latest.Policy)?.Released?.Content.Revision,
            Mode = latest.ReadContent().Mode,
            Selectors = [.. set.AssignedTo(latest.Policy).Where(hosts.Tells).Select(selector => selector.ToString())],
            Hosts = following.Count,
            Held = following.Held(set).Values.Sum(),
        };
    }
}
