using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Formatting;
using IwTune.Shared.Policies;
using IwTune.Shared.Rollouts;

namespace IwTune.Server.Features.Rollouts.Planning;

/// <summary>The judged connections of a ring's hosts, by what they reported before.</summary>
/// <param name="PerSecond">How many, a second; above 0.</param>
/// <param name="Loss">Share of them that lost some of their first flight.</param>
internal sealed record RingTraffic(double PerSecond, double Loss)
{
    private const double LongestBake = 30 * 86_400 - 60;

    /// <summary>
    /// The shortest time after which the ring can pass by its first-flight loss, seconds: it takes longer when losses come in bursts.
    /// </summary>
    public double Seconds(RolloutRules rules) => Connections(rules) / PerSecond;

    /// <summary>
    /// Why the ring cannot pass in its bake time, with rules that it can pass by; <see langword="null"/> when it can.
    /// </summary>
    /// <param name="rules">The rollout's.</param>
    /// <param name="ring">The ring's number, from 1.</param>
    public PolicyProblem? Problem(RolloutRules rules, int ring)
    {
        var bake = RolloutSentences.BakeSeconds(rules, ring);
        var seconds = Seconds(rules);
        if (seconds <= bake)
            return null;
        return new PolicyProblem(
            $"rules.rings[{ring - 1}]",
            RingText.Size(rules.Rings[ring - 1]),
            Invariant.Text(
                $"cannot pass in its bake time of {RingText.Time(bake)}: its hosts had {PerSecond * 60:0.###} judged connections a minute, "
                    + $"and to exclude a rise of more than {rules.MaxRise:0.##} points takes {Connections(rules):N0} of them, "
                    + $"{Math.Ceiling(seconds / 60):N0} min. Use {Bake(seconds)}{Rise(rules, bake)}more hosts in this ring, or "
                    + $"minSamples 0 to judge no outcomes"
            ),
            0,
            0
        );
    }

    private double Connections(RolloutRules rules) => Math.Max(rules.MinSamples, RiseBound.Needed(Loss, rules.MaxRise / 100));

    private static string Bake(double seconds) =>
        seconds <= LongestBake ? Invariant.Text($"a bake time of {Math.Ceiling(seconds / 60):0}m, ") : "";

    private string Rise(RolloutRules rules, int bake)
    {
        var points = Math.Ceiling(RiseBound.Excluded(Loss, PerSecond * bake) * 1000) / 10;
        return points <= 50 && PerSecond * bake >= rules.MinSamples ? Invariant.Text($"a maximum rise of {points:0.#} points, ") : "";
    }
}
