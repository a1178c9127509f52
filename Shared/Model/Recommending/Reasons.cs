using IwTune.Shared.Formatting;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Model.Recommending;

/// <summary>A recommendation's reasons, in plain words.</summary>
internal static class Reasons
{
    public const string Paced =
        "Most of these connections use bbr, which spreads the segments after the tenth over the round trip: fewer of them reach a buffer "
        + "at once, and they arrive later.";

    public static string TooLittle(RecommendationCase asked) =>
        asked.Traffic.Connections == 0
            ? "No connection that sent data has been observed yet."
            : Invariant.Text(
                $"Only {asked.Traffic.Connections:N0} connections have been observed; a recommendation needs at least "
                    + $"{Recommender.LeastConnections}."
            );

    public static string Loses(PathEvidence seen, int now, int half) =>
        Invariant.Text(
            $"{seen.FirstFlightLoss:P1} of {seen.Judged:N0} connections have losses in their first flight. From "
                + $"{Guardrail.MostFirstFlightLoss:P0} on, RFC 9040 (Appendix C) halves the window"
                + $"{(half * 2 == now ? "" : ", here to an even number")}: {now} → {half}."
        );

    public static string LosesAtLeast(PathEvidence seen, int now) =>
        Invariant.Text(
            $"{seen.FirstFlightLoss:P1} of {seen.Judged:N0} connections have losses in their first flight although it is only {now} "
                + $"segments: the loss has another cause. Find it first."
        );

    public static string AboveCap(RecommendationCase asked, Bounds bounds, int to) =>
        Invariant.Text($"{asked.Current} segments are more than the maximum of {bounds.Cap}: {Bound(bounds.Binding)}.")
        + (to > bounds.Cap ? Invariant.Text($" RFC 3390's window, {to} segments, suits every path.") : "");

    public static string SendBuffer(PathEvidence seen) =>
        Invariant.Text(
            $"The application's send buffer limited {seen.HeldBySendBuffer:P0} of the connections: a larger window would not be used. "
                + $"Raise SO_SNDBUF (or net.ipv4.tcp_wmem) first."
        );

    public static string Receivers(RecommendationCase asked, PathEvidence seen) =>
        Invariant.Text(
            $"One receiver in ten announces {seen.PeerWindowP10:N0} bytes or less, {seen.PeerWindowP10 / asked.Segment} segments: it is "
                + $"never sent more than that. Raise the receive window there first (initrwnd, net.ipv4.tcp_rmem)."
        );

    public static string AtBound(RecommendationCase asked, PathEvidence seen, Bounds bounds) =>
        bounds.Binding == BoundName.Path
            ? Invariant.Text(
                $"Half of the paths hold {bounds.Useful} segments ({seen.RateP50 / 1e6:0.##} Mbit/s × {seen.RttP50 / 1e3:0.#} ms): more "
                    + $"only fills queues."
            )
        : asked.Current > bounds.Cap
            ? Invariant.Text(
                $"The {asked.Current} segments in force are more than {bounds.Cap}: {Bound(bounds.Binding)}. Keep them only while measured "
                    + $"losses in the first flight stay low."
            )
        : Invariant.Text($"More than {bounds.Cap} segments are not recommended: {Bound(bounds.Binding)}.");

    public static string Overflows(Sweep sweep, int window)
    {
        var (share, _) = sweep.Buffer.Risk(window, sweep.Mix);
        return Invariant.Text(
            $"{window} segments would save {sweep.Gain(window):0.#} ms on average, but {share:P0} of the responses would overflow a "
                + $"buffer of {sweep.Buffer.Packets} packets, which costs {sweep.MoreRisk(window):0.#} ms more."
        );
    }

    public static string NothingToGain(Sweep sweep, int window, Bounds bounds) =>
        Invariant.Text($"{UpTo(bounds)} would save nothing: responses already take {Rounds(sweep.Rounds(window))} on average.");

    public static string NotWorth(double most, double mean, Bounds bounds) =>
        most < 0.05
            ? Invariant.Text($"{UpTo(bounds)} would save none of the {mean:0.#} ms on average.")
            : Invariant.Text($"{UpTo(bounds)} would save {most:0.##} ms of {mean:0.#} ms on average: not worth a burst.");

    public static string Gains(RecommendationCase asked, Sweep sweep, int window) =>
        sweep.Gain(window) < 0.05
            ? Invariant.Text($"{asked.Current} → {window} alone gains nothing; it is a step towards the goal.")
            : Invariant.Text(
                $"{asked.Current} → {window} saves {sweep.Gain(window):0.#} ms of {sweep.Mean(asked.Current):0.#} ms on average: "
                    + $"{sweep.Rounds(asked.Current):0.##} → {sweep.Rounds(window):0.##} rounds."
            );

    public static string Stepped(RecommendationCase asked, int now, int goal) =>
        Invariant.Text(
            $"One evaluation at most doubles the window, because losses show between steps: {asked.Current} → {now} now, then evaluate "
                + $"again; {goal} is the goal."
        );

    public static string NoStep(RecommendationCase asked, int goal) =>
        Invariant.Text($"{goal} segments would save time, but no step of at most twice {asked.Current} gains more than it risks.");

    public static string Reaches(int goal, int largest, Bounds bounds, Sweep sweep) =>
        goal == largest
            ? Invariant.Text($"More is not recommended: {Bound(bounds.Binding)}.")
            : Invariant.Text(
                $"{goal} segments save nine tenths of what {largest} would save ({sweep.Gain(goal):0.#} of {sweep.Gain(largest):0.#} "
                    + $"ms); the smallest such window sends the smallest burst."
            );

    public static string Risk(Sweep sweep, int window)
    {
        var (share, ms) = sweep.Buffer.Risk(window, sweep.Mix);
        return Invariant.Text(
            $"{share:P1} of the responses would overflow a buffer of {sweep.Buffer.Packets} packets, {ms:0.#} ms on average: monitor "
                + $"losses in the first flight."
        );
    }

    public static string Heavy(PathEvidence seen) =>
        Invariant.Text($"Half of the responses have {seen.SizeP50 / 1000:N0} kB or more; smaller responses save more than any window.");

    public static string PageWeight(PathEvidence seen, int window, double rounds) =>
        Invariant.Text(
            $"Half of the responses have {seen.SizeP50 / 1000:N0} kB or more, many times {window} segments, and take {rounds:0.#} "
                + $"rounds on average. Make them smaller first."
        );

    /// <summary>What lies beyond the bounds may save time, and is not meant.</summary>
    private static string UpTo(Bounds bounds) => Invariant.Text($"A larger window of up to {bounds.Most} segments, the maximum here,");

    private static string Rounds(double rounds) => rounds == 1 ? "1 round" : Invariant.Text($"{rounds:0.##} rounds");

    private static string Bound(string name)
    {
        foreach (var guardrail in Guardrail.All)
        {
            if (guardrail.Name == name)
                return $"{char.ToLowerInvariant(guardrail.Rule[0])}{guardrail.Rule[1..^1]} ({guardrail.Source})";
        }
        return name switch
        {
            TermName.PeerWindow => "one receiver in ten announces no more",
            BoundName.Limits => "limits.max allows no more",
            BoundName.System => "the operating system accepts no more",
            BoundName.Path => "half of the paths hold no more",
            _ => name,
        };
    }
}
