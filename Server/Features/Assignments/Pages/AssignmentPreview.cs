using IwTune.Server.Features.Policies;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Assignments.Pages;

/// <summary>What an existing policy would do on some hosts, for people who only read too.</summary>
internal sealed class AssignmentPreview(Database database, AssignmentImpact impact)
{
    /// <summary>The policies to choose from, by name.</summary>
    public async Task<IReadOnlyList<string>> PoliciesAsync(CancellationToken ct) =>
        [.. (await database.ReadAsync(PolicyQueries.LatestAsync, ct)).Select(row => row.Policy)];

    /// <returns>The problems of the form, or what the assignment would do.</returns>
    public AssignResult Of(string selector, string policy, string priority, IReadOnlyList<string> policies)
    {
        var read = impact.Read(selector, policy, priority);
        return policies.Contains(policy)
            ? read
            : read with
            {
                PolicyProblem = policy.Length == 0 ? "Choose a policy." : $"There is no policy {policy}.",
                Proposal = null,
            };
    }
}
