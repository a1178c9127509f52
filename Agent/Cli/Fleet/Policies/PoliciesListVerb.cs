using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Cli.Fleet.Policies;

/// <summary>The policies as a table.</summary>
internal static class PoliciesListVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "list", "Every policy with its latest revision and hosts");
        verb.Shows(
            context,
            _ => FleetPaths.Policies,
            () => PoliciesJson.Default.IReadOnlyListPolicySummary,
            policies => Print(context.Terminal, policies)
        );
        return verb;
    }

    private static void Print(Terminal terminal, IReadOnlyList<PolicySummary> policies)
    {
        var table = new Table(
            ("POLICY", Align.Left),
            ("REVISION", Align.Left),
            ("MODE", Align.Left),
            ("HOSTS", Align.Right),
            ("ASSIGNED TO", Align.Left),
            ("PUBLISHED", Align.Left),
            ("BY", Align.Left),
            ("REASON", Align.Left)
        );
        foreach (var policy in policies)
        {
            table.Add(
                policy.Name,
                Revision(policy),
                policy.Mode == PolicyMode.Audit ? "audit" : "enforce",
                Hosts(policy),
                policy.Selectors.Count == 0 ? new Cell("none", Ink.Attention) : string.Join(", ", policy.Selectors),
                FleetText.Time(policy.Latest.Published),
                policy.Latest.Author,
                policy.Latest.Reason
            );
        }
        table.Write(terminal);
    }

    private static string Hosts(PolicySummary policy) => policy.Held == 0 ? $"{policy.Hosts}" : $"{policy.Hosts}, {policy.Held} held";

    private static string Revision(PolicySummary policy) =>
        (policy.IsStaged, policy.Released) switch
        {
            (false, _) => $"{policy.Latest.Number}",
            (true, { } released) => $"{policy.Latest.Number} staged, {released} released",
            _ => $"{policy.Latest.Number} staged",
        };
}
