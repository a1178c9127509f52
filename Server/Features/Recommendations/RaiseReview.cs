using IwTune.Server.Console;
using IwTune.Server.Features.Policies;
using IwTune.Server.Features.Traffic;
using IwTune.Shared.Model;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Recommendations;

/// <summary>
/// Checks a policy's windows against the reported connections of the hosts it will decide for, before it is published or assigned.
/// </summary>
internal static class RaiseReview
{
    /// <summary>
    /// What must not be, and what deserves a thought. A window that shrinks, or that hosts choose within bounds, is not asked.
    /// </summary>
    public static async Task<(IReadOnlyList<PolicyProblem> Problems, IReadOnlyList<PolicyProblem> Thoughts)> OfAsync(
        Publisher by,
        BundleContent content,
        Selector? selector
    )
    {
        var meant = by
            .Hosts.All.Where(host => by.Scope.Covers(host.Identity))
            .Where(host => by.Requirements.Current.PolicyFor(host.Identity) == content.Policy || selector?.Matches(host.Identity) == true)
            .ToList();
        if (
            meant.Count == 0
            || content.Mode == PolicyMode.Audit
            || !content.Windows.Any(window => window.InitCwnd > InitialWindow.LinuxDefault)
        )
            return ([], []);
        var traffic = await RoleTraffic.ReadAsync(by.Database, by.Clock, meant, TrafficViews.UsualDays, CancellationToken.None);
        List<PolicyProblem> problems = [],
            thoughts = [];
        for (var i = 0; i < content.Windows.Count; i++)
        {
            var window = content.Windows[i];
            if (window.InitCwnd is not { } segments || window.Rule() is not { } rule)
                continue;
            var role = PathRoles.Of(rule.Scope);
            var told = traffic.Roles.TryGetValue(role, out var seen) ? seen.Time.Profile : null;
            var raise = new Raise(segments)
            {
                From = meant.Min(host => RecommendationViews.WindowOf(host.Required(by.Requirements.Current).Content, role)),
                Role = role,
                Evidence = told is null ? null : PathEvidence.Of(told),
                Override = content.Override,
            };
            foreach (var objection in GuardrailCheck.Of(raise))
            {
                var problem = new PolicyProblem(
                    $"scopes[{i}].window.initcwnd",
                    $"{segments}",
                    $"{objection.Text} ({Read(traffic, meant.Count)}, {TrafficViews.UsualDays} days){Way(objection)}",
                    0,
                    0
                );
                (
                    objection.Refuses ? problems
                    : objection.By == Guardrail.InternetCeiling || objection.By == Guardrail.OwnCeiling ? []
                    : thoughts
                ).Add(problem);
            }
            if (told is null && segments > raise.From)
                thoughts.Add(
                    new(
                        $"scopes[{i}].window.initcwnd",
                        $"{segments}",
                        $"no connections {RecommendationViews.Word(role)} were reported ({Read(traffic, meant.Count)}, "
                            + $"{TrafficViews.UsualDays} days): their losses would not be seen (RFC 6928 §12)",
                        0,
                        0
                    )
                );
        }
        return (problems, thoughts);
    }

    /// <summary>Some objections name it themselves.</summary>
    private static string Way(Objection objection) =>
        objection.Refuses && objection.By.Lifted && !objection.Text.EndsWith(GuardrailCheck.Way, StringComparison.Ordinal)
            ? $". {GuardrailCheck.Way}"
            : "";

    private static string Read(RoleTraffic traffic, int hosts) =>
        traffic.Read == hosts ? Quantities.Of(hosts, "host") : $"a sample of {traffic.Read} of {hosts} hosts";
}
