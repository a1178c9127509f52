using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Policies;

/// <summary>The policies as a table.</summary>
internal static class PoliciesListVerb
{
    public static Verb Create(CliContext context) =>
        new Verb(VerbGroup.Fleet, "list", "Every policy with its latest revision and hosts").Lists(
            context,
            _ => FleetPaths.Policies,
            () => PoliciesJson.Default.IReadOnlyListPolicySummary,
            "No policies. 'iwtune fleet policies push FILE --assign SELECTOR' publishes one.",
            [
                new("POLICY", policy => policy.Name),
                new("REVISION", Revision),
                new("MODE", policy => policy.Mode == PolicyMode.Audit ? "audit" : "enforce"),
                new("HOSTS", policy => policy.Held == 0 ? $"{policy.Hosts}" : $"{policy.Hosts}, {policy.Held} held", Align.Right),
                new("ASSIGNED TO", AssignedTo),
                new("PUBLISHED", policy => FleetText.Time(policy.Latest.Published)),
                new("BY", policy => Actors.Name(policy.Latest.Author)),
                new("REASON", policy => policy.Latest.Reason),
            ]
        );

    private static Cell AssignedTo(PolicySummary policy) =>
        policy.Selectors.Count > 0 ? string.Join(", ", policy.Selectors)
        // Hosts that no hold keeps at it have it by assignments that name hosts outside the caller's scope, too.
        : policy.Hosts > policy.Held ? new Cell("also hosts outside your scope", Ink.Quiet)
        : new Cell("none", Ink.Attention);

    private static Cell Revision(PolicySummary policy) =>
        (policy.IsStaged, policy.Released) switch
        {
            (false, _) => $"{policy.Latest.Number}",
            (true, { } released) => $"{policy.Latest.Number} staged, {released} current",
            _ => $"{policy.Latest.Number} staged",
        };
}
