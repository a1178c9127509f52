using IwTune.Agent.Cli.Output;
using IwTune.Shared.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Rollouts;

/// <summary>The inputs of a gate: value, control, threshold and verdict of each, and the sentence that decides.</summary>
internal static class GateTable
{
    public static void Write(Terminal terminal, RolloutRing ring, RolloutGate gate)
    {
        RolloutPage.Section(terminal, $"Gate of ring {ring.Number}, {FleetText.Time(gate.At)}");
        terminal.Say($"  {terminal.Paint(RolloutText.InkOf(gate.Verdict), RolloutWords.Of(gate.Verdict))}: {gate.Sentence}", hanging: 4);
        var table = new Table(
            ("  INPUT", Align.Left),
            ("VALUE", Align.Right),
            ("CONTROL", Align.Right),
            ("THRESHOLD", Align.Right),
            ("VERDICT", Align.Left)
        );
        foreach (var input in gate.Inputs)
        {
            table.Add(
                "  " + input.Name,
                RolloutWords.Figure(input.Value, input.Unit),
                RolloutWords.Figure(input.Control, input.Unit),
                RolloutWords.Figure(input.Threshold, input.Unit),
                new Cell(RolloutWords.Of(input.Verdict), RolloutText.InkOf(input.Verdict))
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
