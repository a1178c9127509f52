using IwTune.Agent.Ports;
using IwTune.Shared.Statistics;

namespace IwTune.Agent.Engine.Experiments;

/// <summary>
/// Assigns ports of peers to arms. Linux takes ports of its own from 32768–60999, Windows and macOS from 49152–65535 (RFC 6335 §6). Each of
/// the three parts that these ranges cut out is halved, one half for each arm: whatever system a peer runs, half of its ports are in either
/// arm. The halves of each part are assigned at random. 65535, which no rule can name, and lower ports are in no arm.
/// </summary>
public static class Striping
{
    /// <summary>The share of each arm.</summary>
    public const double Share = 0.5;

    private static readonly (int First, int Last)[] Parts = [(32768, 49151), (49152, 60999), (61000, 65534)];

    /// <summary>Six stripes, three of each arm, drawn by the seed.</summary>
    public static IReadOnlyList<Stripe> Of(ulong seed)
    {
        var random = new SeededRandom(seed);
        var stripes = new List<Stripe>();
        foreach (var (first, last) in Parts)
        {
            var lower = random.Below(2);
            var middle = first + (last - first) / 2;
            stripes.Add(new Stripe(first, middle, lower));
            stripes.Add(new Stripe(middle + 1, last, 1 - lower));
        }
        return stripes;
    }

    /// <summary>The same ports, all of one arm.</summary>
    public static IReadOnlyList<Stripe> All(int arm) => [new Stripe(Parts[0].First, Parts[^1].Last, arm)];

    /// <summary>The arm of a port.</summary>
    /// <returns><see langword="null"/> for a port that is in none.</returns>
    public static int? ArmOf(IReadOnlyList<Stripe> stripes, int port)
    {
        foreach (var stripe in stripes)
        {
            if (stripe.First <= port && port <= stripe.Last)
                return stripe.Arm;
        }
        return null;
    }
}
