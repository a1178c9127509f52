namespace IwTune.Agent.Linux.Bpf;

/// <summary>One line of a program's text: an instruction, a jump to a label, or a label.</summary>
/// <param name="Instruction">What is done; nothing when the line is a label.</param>
/// <param name="Target">Where it jumps; <see langword="null"/> for any other instruction.</param>
/// <param name="Label">The label that stands here.</param>
internal readonly record struct Line(Instruction? Instruction, string? Target = null, string? Label = null)
{
    public static Line Here(string label) => new(null, Label: label);

    public static implicit operator Line(Instruction instruction) => new(instruction);

    /// <summary>Gives every jump its distance.</summary>
    /// <exception cref="KeyNotFoundException">A jump's label is nowhere.</exception>
    public static Instruction[] Assemble(IReadOnlyList<Line> text)
    {
        var places = new Dictionary<string, int>(StringComparer.Ordinal);
        var place = 0;
        foreach (var line in text)
        {
            if (line.Label is { } label)
                places.Add(label, place);
            place += line.Instruction?.Places ?? 0;
        }
        var code = new List<Instruction>(place);
        foreach (var line in text)
        {
            if (line.Instruction is not { } instruction)
                continue;
            code.Add(line.Target is { } target ? instruction.Over(places[target] - code.Count - 1) : instruction);
            if (instruction.Places == 2)
                code.Add(default);
        }
        return [.. code];
    }
}
