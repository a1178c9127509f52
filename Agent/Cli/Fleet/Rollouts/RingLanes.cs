using System.Text;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.Agent.Cli.Fleet.Rollouts;

/// <summary>Rings as lanes of text: one line per ring, one sign for a number of hosts, by their state.</summary>
internal static class RingLanes
{
    private const int WidestLane = 100,
        NoTerminal = 100,
        WidestName = 18;

    public static void Write(Terminal terminal, RolloutDetail rollout)
    {
        var standings = rollout.Rings.Select(ring => RingStanding.Of(rollout.Summary, ring)).ToArray();
        var (name, word) = (0, 0);
        for (var i = 0; i < standings.Length; i++)
        {
            name = Math.Max(name, Math.Min(WidestName, rollout.Rings[i].Name.Length));
            word = Math.Max(word, standings[i].Word.Length);
        }
        var room = Math.Clamp((terminal.Width ?? NoTerminal) - name - word - 10, 16, WidestLane);
        var scale = Scale(rollout.Rings, room);
        var ended = RolloutWords.Ended(rollout.Summary.State);
        var seen = new HashSet<RolloutHostState>();
        for (var i = 0; i < standings.Length; i++)
        {
            var ring = rollout.Rings[i];
            terminal.Out.WriteLine(
                $"  {ring.Number, 2}  {Short(ring.Name).PadRight(name)}  "
                    + $"{terminal.Paint(RolloutText.InkOf(standings[i].Phase), standings[i].Word.PadRight(word))}  "
                    + $"{Lane(terminal, ring, scale, seen)}"
            );
            if (ring.EvidenceSeconds is { } seconds)
                terminal.Out.WriteLine(terminal.Paint(Ink.Quiet, $"      {RolloutWords.Evidence(seconds, ring.BakeSeconds)}"));
            if (ring.Since is not null && Counts(ring, ended) is { Length: > 0 } counts)
                terminal.Out.WriteLine(terminal.Paint(Ink.Quiet, $"      {counts}"));
        }
        Legend(terminal, scale, seen, ended);
    }

    /// <summary>In words: <c>93 applied, 2 in flight, 1 failed of 96</c>.</summary>
    private static string Counts(RolloutRing ring, bool ended)
    {
        var parts = new List<string>();
        foreach (var state in RolloutWords.HostStates)
        {
            if (RolloutWords.Count(ring, state) is > 0 and var count)
                parts.Add($"{count} {RolloutWords.Of(state, ended)}");
        }
        return string.Join(", ", parts);
    }

    private static string Lane(Terminal terminal, RolloutRing ring, int scale, HashSet<RolloutHostState> seen)
    {
        var lane = new StringBuilder();
        foreach (var state in RolloutWords.HostStates)
        {
            if (RolloutWords.Count(ring, state) is not (> 0 and var count))
                continue;
            seen.Add(state);
            var (sign, ink) = RolloutText.Of(state);
            lane.Append(terminal.Paint(ink, new string(sign, Signs(count, scale))));
        }
        return lane.ToString();
    }

    // A state with few hosts still gets a sign.
    private static int Signs(int count, int scale) => (count + scale - 1) / scale;

    private static int Scale(IReadOnlyList<RolloutRing> rings, int room)
    {
        var scale = 1;
        foreach (var ring in rings)
        {
            while (RolloutWords.HostStates.Sum(state => Signs(RolloutWords.Count(ring, state), scale)) > room)
                scale++;
        }
        return scale;
    }

    private static void Legend(Terminal terminal, int scale, HashSet<RolloutHostState> seen, bool ended)
    {
        var parts = RolloutWords
            .HostStates.Where(seen.Contains)
            .Select(state => $"{RolloutText.Of(state).Sign} {RolloutWords.Of(state, ended)}")
            .ToList();
        if (parts.Count > 0)
            terminal.Say(
                terminal.Paint(Ink.Quiet, $"      {string.Join("   ", parts)}{(scale > 1 ? $"   each for up to {scale} hosts" : "")}"),
                hanging: 6
            );
    }

    private static string Short(string name) => name.Length <= WidestName ? name : name[..(WidestName - 1)] + "…";
}
