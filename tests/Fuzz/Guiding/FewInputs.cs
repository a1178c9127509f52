using IwTune.Fuzz.Targets;

namespace IwTune.Fuzz.Guiding;

/// <summary>Chooses few short inputs that together reach nearly every edge, as lines for the file of seeds.</summary>
internal sealed class FewInputs(FuzzTarget target, Coverage coverage)
{
    private const int MostCharacters = 6000;

    public IReadOnlyList<string> Of(IEnumerable<byte[]> inputs)
    {
        var measured = inputs.Select(input => (Line: InputText.Write(input), Edges: Edges(input))).OrderBy(one => one.Line.Length).ToList();
        var (reached, lines, room) = (new HashSet<int>(), new List<string>(), MostCharacters);
        // The shortest first; one that adds nothing, or for which there is no room, is left out.
        foreach (var (line, edges) in measured)
        {
            if (line.Length > room || reached.IsSupersetOf(edges))
                continue;
            reached.UnionWith(edges);
            lines.Add(line);
            room -= line.Length;
        }
        return lines;
    }

    private List<int> Edges(byte[] input)
    {
        coverage.Clear();
        try
        {
            target.Read(input);
        }
        catch (Exception)
        {
            // A finding, which was reported.
            return [];
        }
        return coverage.Reached();
    }
}
