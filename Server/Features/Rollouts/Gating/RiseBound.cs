using IwTune.Shared.Statistics;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>The largest rise of first-flight loss that a ring's connections do not exclude, at any time that it is evaluated.</summary>
internal static class RiseBound
{
    /// <summary>About what <see cref="AnytimeDeviate"/> gives: where the interval is narrowest need not be exact.</summary>
    private const double Deviates = 3;

    /// <summary>A difference of shares, 0 to 1.</summary>
    public static double Of(GateCase given)
    {
        var (ring, control) = (given.Outcomes.Ring.Losses, given.Outcomes.RingControl.Losses);
        if (ring.Judged < 1)
            return 1;
        var most = given.Rules.MaxRise / 100;
        var rate = control.Due <= 0 ? 0 : ring.Due / ring.Judged * control.Lost / control.Due;
        return LargestRise.Of(
            ring,
            control,
            given.Outcomes.Over,
            AnytimeDeviate.Of(ring.Judged, Needed(rate, most), given.Rules.Alpha / given.Rules.Rings.Count)
        );
    }

    /// <summary>About how many connections exclude a rise, without bursts.</summary>
    /// <param name="rate">The loss rate without it.</param>
    /// <param name="rise">The rise, above 0.</param>
    public static double Needed(double rate, double rise) => Deviates * Deviates * (rate + rise) / (rise * rise);

    /// <summary>About the smallest rise that so many connections exclude, without bursts.</summary>
    /// <param name="rate">The loss rate without it.</param>
    /// <param name="connections">Above 0.</param>
    public static double Excluded(double rate, double connections)
    {
        const double squared = Deviates * Deviates;
        return (squared + Math.Sqrt(squared * (squared + (4 * connections * rate)))) / (2 * connections);
    }
}
