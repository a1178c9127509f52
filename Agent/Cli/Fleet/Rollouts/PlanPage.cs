using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Cli.Fleet.Rollouts;

/// <summary>
/// A plan as people approve it: the hosts, their order, their windows before and after, the hosts left out, and the hash of all of it.
/// </summary>
internal static class PlanPage
{
    public static async Task WriteAsync(Terminal terminal, FleetConnection fleet, RolloutDetail plan, CancellationToken ct)
    {
        var row = plan.Summary;
        terminal.Say(
            $"{terminal.Paint(Ink.Bold, $"{row.Policy} {RolloutText.Revisions(row)}")}: {RolloutText.Hosts(row.Hosts)} in "
                + $"{(plan.Rings.Count == 1 ? "1 ring" : $"{plan.Rings.Count} rings")}"
                + $"{(row.Emergency ? ", emergency" : "")}"
        );
        terminal.Say(RulesText.Of(plan) + ".", hanging: 0);
        RolloutPage.Stopped(terminal, plan);
        RolloutPage.Section(terminal, "Initial windows");
        foreach (var change in await ChangesAsync(fleet, row, ct))
        {
            terminal.Say(
                change.Same
                    ? terminal.Paint(Ink.Quiet, $"  {change.Scope}: {change.After}, as before")
                    : $"  {change.Scope}: {Asked(change.Before)} → {Asked(change.After)}"
            );
        }
        RolloutPage.Section(terminal, "Rings");
        RingLanes.Write(terminal, plan);
        RolloutPage.Excluded(terminal, plan.Excluded);
        terminal.Out.WriteLine();
        Columns.Write(
            terminal.Out,
            [
                ("approvals", plan.Needed == 0 ? "none needed on this server" : $"{plan.Needed} needed, not the author's"),
                ("hash", plan.PlanHash),
            ],
            terminal.Width
        );
    }

    private static string Asked(string window) => window.Length == 0 ? "as the host has it" : window;

    private static async Task<IReadOnlyList<ScopeChange>> ChangesAsync(FleetConnection fleet, RolloutSummary row, CancellationToken ct)
    {
        var before = row.From is { } from ? await PolicyAsync(fleet, row.Policy, from, ct) : null;
        return await PolicyAsync(fleet, row.Policy, row.To, ct) is { } after ? ScopeChange.Of(before, after) : [];
    }

    private static async Task<Policy?> PolicyAsync(FleetConnection fleet, string policy, int revision, CancellationToken ct) =>
        PolicyReader
            .Read((await fleet.GetAsync(FleetPaths.Revision(policy, revision), PoliciesJson.Default.RevisionDetail, ct)).Document)
            .Policy;
}
