using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Impact;
using IwTune.Server.Features.Rollouts;
using IwTune.Server.Storage;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Policies;

/// <summary>
/// A change that reaches hosts at once is judged before its transaction, because that looks at the whole fleet. Another caller may publish
/// meanwhile: a policy without hosts and an assignment without a revision change no host each, and together they change all of them.
/// </summary>
internal static class DirectChange
{
    /// <summary>Judges it again in its transaction, when something was published since.</summary>
    /// <param name="write">The transaction.</param>
    /// <param name="by">Who changes it, and what hosts must have when it was judged before.</param>
    /// <param name="change">What it would do now.</param>
    /// <param name="policy">The policy to plan a rollout of instead; <see langword="null"/> for a change that no rollout can make.</param>
    /// <param name="confirm">The number of hosts that the person confirmed.</param>
    /// <returns>What is wrong with it now; <see langword="null"/> when it may be made.</returns>
    public static Task<PolicyProblem?> ProblemAsync(DbSession write, Publisher by, ProposedChange change, string? policy, int? confirm) =>
        ProblemAsync(write, by, change, policy, now => HalfOfFleet.Problem(now, change, confirm));

    /// <summary>The same for a change that is confirmed in another way.</summary>
    /// <param name="write">The transaction.</param>
    /// <param name="by">Who changes it, and what hosts must have when it was judged before.</param>
    /// <param name="change">What it would do now.</param>
    /// <param name="policy">The policy to plan a rollout of instead; <see langword="null"/> for a change that no rollout can make.</param>
    /// <param name="unconfirmed">What the confirmation lacks, by what hosts must have now.</param>
    public static async Task<PolicyProblem?> ProblemAsync(
        DbSession write,
        Publisher by,
        ProposedChange change,
        string? policy,
        Func<Publisher, PolicyProblem?> unconfirmed
    )
    {
        if (await Requirements.SequenceAsync(write) == by.Set.Sequence)
            return null;
        var now = by with { Set = await Requirements.ReadAsync(write) };
        return BeyondScope.Problem(now, change) ?? (policy is null ? null : OnlyRollouts.Problem(now, change, policy)) ?? unconfirmed(now);
    }
}
