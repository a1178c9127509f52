using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.Agent.Cli.Fleet.Rollouts;

/// <summary>The figures of a gate with their limits, the verdict of each input, and the sentence that decides.</summary>
internal static class GateTable
{
    public static void Write(Terminal terminal, RolloutState state, RolloutRing ring, RolloutGate gate)
    {
        var when = state == RolloutState.Paused ? ", before the pause" : "";
        RolloutPage.Section(terminal, $"Gate of ring {ring.Number}, {FleetText.Time(gate.At)}{when}");
        terminal.Say($"  {terminal.Paint(RolloutText.InkOf(gate.Verdict), RolloutWords.Of(gate.Verdict))}: {gate.Sentence}", hanging: 4);
        var table = new Table(
            ("  INPUT", Align.Left),
            ("VALUE", Align.Right),
            ("CONTROL", Align.Right),
            ("DUE", Align.Right),
            ("INTERVAL", Align.Right),
            ("THRESHOLD", Align.Right),
            ("VERDICT", Align.Left)
        );
        foreach (var input in gate.Inputs)
        {
            foreach (var figure in GateFigure.Of(input))
                table.Add(
                    $"{(figure.IsMeasure ? "    " : "  ")}{figure.Name}",
                    RolloutWords.Figure(figure.Value, figure.Unit),
                    RolloutWords.Figure(figure.Control, figure.Unit),
                    RolloutWords.Figure(figure.Due, figure.Unit),
                    RolloutWords.Interval(figure.Low, figure.High, figure.Unit),
                    RolloutWords.Figure(figure.Threshold, figure.Unit),
                    figure.IsMeasure ? "" : new Cell(RolloutWords.Of(input.Verdict), RolloutText.InkOf(input.Verdict))
                );
        }
        table.Write(terminal);
        foreach (var input in gate.Inputs)
        {
            if (input.Sentence.Length > 0 && input.Sentence != gate.Sentence && input.Verdict != GateVerdict.Pass)
                terminal.Say(terminal.Paint(Ink.Quiet, $"  {input.Name}: {input.Sentence}"), hanging: 4);
        }
    }
}
