using IwTune.Agent.Engine;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Output;

/// <summary>What was restored, a line for each target.</summary>
internal static class RestoredView
{
    /// <summary>The steps of this process.</summary>
    public static void Write(Terminal terminal, IEnumerable<StepOutcome> outcomes) =>
        Gathering.Lines(
            terminal,
            gathering =>
            {
                foreach (var (step, outcome) in outcomes)
                {
                    var to = step is Step.PutBack back ? WindowText.Of(back.Before.Window) : "";
                    Write(gathering, step.Target.Id, $"{WindowText.Of(step.Target.Current)} → {to}", outcome.Kind, outcome.Detail);
                }
            }
        );

    /// <summary>The steps of a daemon, whose answer has the windows as they are now.</summary>
    public static void Write(Terminal terminal, HostState state) =>
        Gathering.Lines(
            terminal,
            gathering =>
            {
                foreach (var target in state.Targets)
                {
                    if (target.Outcome is { } outcome)
                        Write(gathering, target.Id, WindowText.Of(target.Configured), outcome, target.Reason);
                }
            }
        );

    private static void Write(Terminal terminal, string id, string window, TargetOutcome outcome, string detail)
    {
        var (word, ink) = outcome switch
        {
            TargetOutcome.Applied => ("restored", Ink.Good),
            TargetOutcome.AlreadyThere => ("was so already", Ink.Quiet),
            _ => ("not restored", Ink.Bad),
        };
        terminal.Say($"  {id}: {window}, {terminal.Paint(ink, word)}{(detail.Length > 0 ? $": {detail}" : "")}");
    }
}
