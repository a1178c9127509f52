using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>How long a ring was observed, as an input of its gate.</summary>
internal static class BakeTime
{
    public const string Name = "bake time";

    public static GateInput Of(TimeSpan baked, TimeSpan bake, RingHosts hosts) =>
        new(
            Name,
            hosts.Unsettled == 0 && baked >= bake ? GateVerdict.Pass : GateVerdict.Inconclusive,
            Sentence(baked.TotalSeconds, bake.TotalSeconds) + Unsettled(hosts),
            "s",
            baked.TotalSeconds,
            Threshold: bake.TotalSeconds
        );

    /// <summary>
    /// A stored gate with the time that its ring was observed until now: a gate is stored when what it says changes, and the time goes on.
    /// </summary>
    /// <param name="gate">As it was judged.</param>
    /// <param name="baked">How long its ring was observed, seconds.</param>
    public static RolloutGate Until(RolloutGate gate, double baked)
    {
        // With hosts that are not settled it stands still.
        if (
            gate.Inputs.FirstOrDefault(input => input.Name == Name) is not { Value: { } then, Threshold: { } bake } judged
            || judged.Sentence != Sentence(then, bake)
        )
            return gate;
        var now = judged with { Value = baked, Sentence = Sentence(baked, bake) };
        var said = $"{Name}: {judged.Sentence}";
        return gate with
        {
            Sentence = gate.Sentence.StartsWith(said, StringComparison.Ordinal)
                ? $"{Name}: {now.Sentence}{gate.Sentence[said.Length..]}"
                : gate.Sentence,
            Inputs = [.. gate.Inputs.Select(input => input == judged ? now : input)],
        };
    }

    private static string Sentence(double baked, double bake) => RingStanding.Observed(baked, (int)bake);

    private static string Unsettled(RingHosts hosts) =>
        hosts.Unsettled == 0
            ? ""
            : $"; counts from when all hosts of the ring are settled, and {hosts.Unsettled} of "
                + $"{Words.Hosts(hosts.All)} {(hosts.Unsettled == 1 ? "is" : "are")} not";
}
