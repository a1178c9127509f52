using IwTune.Server.Console;
using IwTune.Server.Features.Hosts;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts;

/// <summary>
/// A rollout for a person who may see some of its hosts. Its state, rules and people are shown; sentences, figures of gates and details of
/// events are about all of its hosts, and are left out or recomputed for those in scope.
/// </summary>
internal static class PartOfRollout
{
    private const string Elsewhere = "It also covers hosts outside your scope.";

    public static RolloutSummary Of(RolloutSummary summary) =>
        summary with
        {
            Partial = true,
            Sentence =
                $"{(summary.Ring == 0 ? "" : $"Ring {summary.Ring} of {summary.Rings}. ")}{Quantities.Count(summary.Applied)} of "
                + $"{Quantities.Of(summary.Hosts, "host")} in your scope "
                + $"{(summary.Applied == 1 ? "has" : "have")} revision "
                + $"{summary.To}{(summary.Failed > 0 ? $", {Quantities.Count(summary.Failed)} failed" : "")}. {Elsewhere}",
        };

    public static RolloutDetail Of(RolloutDetail detail, SeenHosts seen) =>
        detail with
        {
            Summary = Of(detail.Summary),
            Rules = detail.Rules with { Rings = [.. detail.Rules.Rings.Select(ring => Of(ring, seen))] },
            Approvals =
            [
                .. detail.Approvals.Select(approval =>
                    approval.VoidReason.Length == 0 ? approval : approval with { VoidReason = "The plan changed." }
                ),
            ],
            Rings =
            [
                .. detail.Rings.Select(
                    (ring, i) =>
                        ring with
                        {
                            Name = Of(detail.Rules.Rings[i], seen).Name ?? ring.Name,
                            Gate = ring.Gate is { } gate
                                ? gate with
                                {
                                    Sentence = "The figures of this gate cover hosts outside your scope.",
                                    Inputs = [],
                                }
                                : null,
                        }
                ),
            ],
            Excluded = [],
            Stopped = detail.Stopped is { } stopped ? stopped with { Sentence = "Its gates cover hosts outside your scope." } : null,
            // What the server gives as a reason has numbers, too.
            Events =
            [
                .. detail.Events.Select(happened =>
                    happened with
                    {
                        Text = "",
                        Reason = happened.Actor == "server" ? "" : happened.Reason,
                    }
                ),
            ],
        };

    private static RingRule Of(RingRule ring, SeenHosts seen) =>
        ring.Selector is { } text && Selector.Parse(text).Selector is { } selector && !seen.Tells(selector)
            ? ring with
            {
                Selector = null,
                Name = ring.Name ?? "selected hosts",
            }
            : ring;
}
