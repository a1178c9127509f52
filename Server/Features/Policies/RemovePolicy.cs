using IwTune.Server.Console;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Impact;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Policies;

/// <summary>Removes one policy, after its effect was confirmed by its numbers.</summary>
internal static class RemovePolicy
{
    /// <returns>What is wrong, empty when it was done; <see langword="null"/> when there is no such policy.</returns>
    public static async Task<IReadOnlyList<PolicyProblem>?> RunAsync(
        Publisher by,
        ImpactPreview preview,
        string policy,
        string reason,
        string? confirm,
        CancellationToken ct
    )
    {
        if (await by.Database.ReadAsync(db => PolicyQueries.LatestAsync(db, policy), ct) is null)
            return null;
        var problems = Publish.ReasonProblems(reason).ToList();
        var hosts = (await preview.OfAsync(Change(policy), ct)).Affected;
        if (confirm != $"1/{hosts}")
            problems.Add(
                new(
                    "confirm",
                    confirm,
                    $"this removes 1 policy and changes {Quantities.Of(hosts, "host")}: confirm it with both numbers, 1/{hosts}",
                    0,
                    0
                )
            );
        if (await BeyondAsync(by, policy, ct) is { } beyond)
            problems = [beyond];
        if (problems.Count > 0)
            return problems;
        var sequence = await by.Database.WriteAsync<long?>(
            async write =>
            {
                // Another person may have removed it since, or assigned it to more hosts.
                if (await PolicyQueries.LatestAsync(write, policy) is null)
                    return null;
                if (await BeyondScope.ProblemAsync(write, by.Scope, policy) is { } assigned)
                {
                    problems.Add(assigned);
                    return null;
                }
                await Removal.RunAsync(write, by, policy, reason);
                return await Requirements.AdvanceAsync(write);
            },
            CancellationToken.None
        );
        if (sequence is null)
            return problems.Count > 0 ? problems : null;
        await by.Requirements.CatchUpAsync(sequence.Value);
        return [];
    }

    private static async Task<PolicyProblem?> BeyondAsync(Publisher by, string policy, CancellationToken ct) =>
        by.Scope.IsFleet
            ? null
            : BeyondScope.Problem(by, Change(policy))
                ?? await by.Database.ReadAsync(db => BeyondScope.ProblemAsync(db, by.Scope, policy), ct);

    public static ProposedChange Change(string policy) => new() { Remove = new HashSet<string>([policy], StringComparer.Ordinal) };
}
