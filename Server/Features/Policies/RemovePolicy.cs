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
        if (Unconfirmed(by) is { } unsaid)
            problems.Add(unsaid);
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
                if (
                    (
                        await BeyondScope.ProblemAsync(write, by.Scope, policy)
                        ?? await DirectChange.ProblemAsync(write, by, Change(policy), policy: null, Unconfirmed)
                    ) is
                    { } wrong
                )
                {
                    problems.Add(wrong);
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

        PolicyProblem? Unconfirmed(Publisher now) => ConfirmedRemoval.Problem(1, preview.Affected(now.Set, Change(policy)), confirm);
    }

    private static async Task<PolicyProblem?> BeyondAsync(Publisher by, string policy, CancellationToken ct) =>
        by.Scope.IsFleet
            ? null
            : BeyondScope.Problem(by, Change(policy))
                ?? await by.Database.ReadAsync(db => BeyondScope.ProblemAsync(db, by.Scope, policy), ct);

    public static ProposedChange Change(string policy) => new() { Remove = new HashSet<string>([policy], StringComparer.Ordinal) };
}
