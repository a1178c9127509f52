using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Agent.Cli.Fleet.Policies;

/// <summary>What applying a directory would do, as text.</summary>
internal static class PlanText
{
    public static void Print(Terminal terminal, PolicyPlan plan)
    {
        foreach (var policy in plan.Policies)
            terminal.Out.WriteLine(Line(terminal, policy.Action, $"{policy.Name}: {Said(policy)}"));
        foreach (var assignment in plan.Assignments)
            terminal.Out.WriteLine(
                Line(
                    terminal,
                    assignment.Action,
                    $"'{assignment.Selector}' → {assignment.Policy}, priority {assignment.Priority}: {Said(assignment.Action)}"
                )
            );
        foreach (var policy in plan.Policies.Where(policy => policy.Action == PlannedAction.Changed))
        {
            terminal.Out.WriteLine();
            DiffText.Print(
                terminal,
                $"{policy.Name} revision {policy.Base}",
                $"{policy.Name} revision {policy.Revision}, {policy.Path}",
                policy.Lines
            );
        }
        terminal.Out.WriteLine();
        ImpactTables.Print(terminal, plan.Impact);
    }

    private static string Line(Terminal terminal, PlannedAction action, string text) =>
        action switch
        {
            PlannedAction.New => terminal.Paint(Ink.Good, $"+ {text}"),
            PlannedAction.Changed or PlannedAction.Released => terminal.Paint(Ink.Attention, $"~ {text}"),
            PlannedAction.Removed => terminal.Paint(Ink.Bad, $"- {text}"),
            _ => terminal.Paint(Ink.Quiet, $"  {text}"),
        };

    private static string Said(PlannedPolicy policy) =>
        policy.Action switch
        {
            PlannedAction.New => $"new, revision {policy.Revision} ({policy.Path})",
            PlannedAction.Changed => $"revision {policy.Base} → {policy.Revision} ({policy.Path})",
            PlannedAction.Released => $"revision {policy.Revision} was staged and becomes current",
            PlannedAction.Removed => $"removed; its revisions stay, its assignments end",
            PlannedAction.Kept => "not in the directory; kept (--prune removes it)",
            _ => $"unchanged, revision {policy.Revision}",
        };

    private static string Said(PlannedAction action) =>
        action switch
        {
            PlannedAction.New => "new",
            PlannedAction.Changed => "another priority",
            PlannedAction.Removed => "ends",
            PlannedAction.Kept => "not in the file; kept (--prune ends it)",
            _ => "unchanged",
        };
}
