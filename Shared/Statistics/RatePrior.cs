using System.Runtime.InteropServices;

namespace IwTune.Shared.Statistics;

/// <summary>
/// How the loss rates of a fleet's hosts are distributed, about: a gamma distribution with this mean and shape. It says how far what one
/// host lost before is to be believed (empirical Bayes for Poisson counts; Robbins 1956, Efron and Morris 1975).
/// </summary>
/// <param name="Mean">The fleet's rate, above 0.</param>
/// <param name="Shape">
/// 1/(coefficient of variation)² of the hosts' rates, above 0: 1 when some hosts lose several times as much as others.
/// </param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct RatePrior(double Mean, double Shape)
{
    /// <summary>When nothing is known: hosts may differ several times.</summary>
    public static RatePrior Unknown { get; } = new(0.02, 1);

    private const double LeastShape = 0.3,
        MostShape = 400;

    /// <summary>From the sums of many hosts, by moments.</summary>
    /// <param name="hosts">How many that had connections.</param>
    /// <param name="connections">All of their connections.</param>
    /// <param name="losses">Those that lost.</param>
    /// <param name="lossesSquared">Sum over the hosts of losses² / connections.</param>
    /// <param name="connectionsSquared">Sum over the hosts of connections².</param>
    public static RatePrior Of(long hosts, double connections, double losses, double lossesSquared, double connectionsSquared)
    {
        if (hosts < 1 || connections < 1 || losses < 1)
            return Unknown;
        var mean = losses / connections;
        var room = connections - connectionsSquared / connections;
        if (hosts < 3 || room <= 0)
            return new RatePrior(mean, Unknown.Shape);
        // The spread of the hosts' rates about the mean is what counting gives, (hosts − 1)·mean, and what hosts really differ by.
        var between = (lossesSquared - losses * mean - (hosts - 1) * mean) / room;
        return new RatePrior(mean, between <= 0 ? MostShape : Math.Clamp(mean * mean / between, LeastShape, MostShape));
    }

    /// <summary>What is known of a host after it lost so often before.</summary>
    /// <param name="losses">0 to <paramref name="connections"/>.</param>
    /// <param name="connections">At least 0.</param>
    /// <param name="squares">
    /// Sum over its reports of connections²: how many times it was looked at. 0 when that is not known.
    /// </param>
    public HostRate After(double losses, double connections, double squares = 0)
    {
        var shape = Shape + losses;
        return new HostRate(
            shape / ((Shape / Mean) + connections),
            1 / shape,
            connections <= 0 ? 0 : Math.Min(1, squares / (connections * connections))
        );
    }
}

/// <summary>What is known of one host's loss rate.</summary>
/// <param name="Rate">Its mean.</param>
/// <param name="Spread">Its variance divided by the mean's square, as far as counting explains it.</param>
/// <param name="Concentration">
/// 1/n when it is from n reports of equal size (Kish): bursts in few reports say little about the host.
/// </param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct HostRate(double Rate, double Spread, double Concentration = 0);
