using IwTune.Shared.Model;

namespace IwTune.Lab.Reproducing.Benchmarks;

/// <summary>
/// Claims of sources that measurements contradict, each measured here and with the reason. Nothing is tuned to make them true.
/// </summary>
internal static class Claims
{
    private static readonly int[] Arms = [3, 10];

    public static IEnumerable<Cell> Cells() =>
        [
            new(
                "claims/more-than-50ms",
                "saved by IW 10 instead of 3: 10 kB at 33 ms",
                bench =>
                    Saving(
                        bench,
                        33,
                        10_000,
                        "more than 50 ms",
                        50,
                        least: true,
                        "one round trip is 33 ms; two were saved where the window grew by half (66 ms): the stack of 2011, without byte "
                            + "counting and with delayed acknowledgements"
                    )
            )
            {
                Short = true,
            },
            new(
                "claims/almost-80ms",
                "saved by IW 10 instead of 3: 50 kB at 33 ms",
                bench =>
                    Saving(
                        bench,
                        33,
                        50_000,
                        "almost 80 ms",
                        80,
                        least: false,
                        "doubling saves one round trip, 33 ms; growth by half would save 99, with eight quick acknowledgements 66 ms: "
                            + "the figure lies between, and no model is tuned to it"
                    )
            )
            {
                Short = true,
            },
            new("claims/96-percent", "first to last byte saved by IW 20 instead of 2: 17 kB at 50 ms", NinetySixPercent),
            new("claims/cubic-avoids", "threshold of a fresh CUBIC connection", CubicAvoids) { Short = true },
            new("claims/2-rather-than-5", "32 segments, IW 10: round trips", TwoRatherThanFive) { Short = true },
        ];

    private static Finding Saving(Bench bench, int rtt, long bytes, string claim, double milliseconds, bool least, string reason)
    {
        var arms = Arms.Select(window =>
            {
                bench.Prepare(new(rtt), window);
                return bench.Fetch(bytes);
            })
            .ToList();
        var times = arms.Select(arm => arm.Fetches.Select(fetch => fetch.Transfer.TotalMilliseconds).Order().ToList()).ToList();
        var model = Predicted(rtt, bytes, 3) - Predicted(rtt, bytes, 10);
        var finding = new Finding
        {
            Source = claim,
            Model = model,
            Unit = "ms",
            Tolerance = FetchPlan.Tolerance(4, Predicted(rtt, bytes, 3)),
        }.With([.. times[0].Zip(times[1], (slow, fast) => slow - fast)], arms[0]);
        var holds = least ? finding.Measured > milliseconds : Math.Abs(finding.Measured!.Value - milliseconds) <= 5;
        return Refuted(finding, holds, reason);
    }

    private static Finding NinetySixPercent(Bench bench)
    {
        bench.Prepare(new(50), 2);
        var before = bench.Fetch(17_000);
        bench.Prepare(new(50), 20);
        var after = bench.Fetch(17_000);
        double InAll(Series series) => Series.Median(series.Fetches.Select(fetch => (fetch.Handshake + fetch.Transfer).TotalMilliseconds));
        double Body(Series series) => Series.Median(series.Fetches.Select(fetch => (fetch.Transfer - fetch.FirstByte).TotalMilliseconds));
        var whole = 100 * (1 - InAll(after) / InAll(before));
        return Refuted(
            new Finding
            {
                Source = "96 % of first to last byte, 26 % with connect and request",
                Unit = "%",
                Model = 50,
                Tolerance = 2,
            }.With([whole], before) with
            {
                Reason = $"{100 * (1 - Body(after) / Body(before)):0} % of first to last byte",
            },
            holds: Math.Abs(whole - 26) <= 5,
            "the two numbers contradict each other: 163 of about 300 ms are 54 %, not 26 %; in all, two of four round trips are saved here"
        );
    }

    private static Finding CubicAvoids(Bench bench)
    {
        bench.Prepare(new(40), 10);
        var series = bench.Fetch(50_000);
        var threshold = bench.AtStart(series.Fetches[0]).SsThresh;
        var finding = new Finding
        {
            Source = "“CUBIC sets the initial ssthresh to 0, so congestion avoidance is used initially”",
            Unit = "segments",
            Model = int.MaxValue,
            Tolerance = 0,
        }.With([threshold], series);
        return Refuted(
            finding,
            holds: threshold < 100,
            "the module's parameter is applied only where HyStart is off and it is set (tcp_cubic.c); a connection starts with 2³¹ − 1, "
                + "in slow start"
        );
    }

    private static Finding TwoRatherThanFive(Bench bench)
    {
        bench.Prepare(new(40), 10);
        var bytes = 32L * bench.Setup.Mss;
        var series = bench.Fetch(bytes);
        var finding = new Finding
        {
            Source = "“2 rather than 5” (RFC 6928 §5.1)",
            Unit = "rounds",
            Model = SlowStart
                .Predict(
                    new()
                    {
                        SizeBytes = bytes,
                        Rtt = TimeSpan.FromMilliseconds(40),
                        InitCwnd = 10,
                    }
                )
                .Rounds,
            Tolerance = 0,
        }.With([.. series.Fetches.Select(fetch => Math.Round(fetch.Transfer.TotalMilliseconds / series.Rtt))], series);
        return Refuted(
            finding,
            holds: finding.Measured == 2,
            "10 + 20 segments leave two over: three rounds, as the RFC's own table says of 26 to 46 segments; the sentence is an error"
        );
    }

    /// <summary>
    /// The measurement matches the model, and not the claim. A claim that holds after all, or a model that does not, is a failure of this
    /// row.
    /// </summary>
    private static Finding Refuted(Finding finding, bool holds, string reason)
    {
        var judged = finding.Judged(holds ? "the claim holds after all" : null);
        return judged.Verdict == Verdict.Fails
            ? judged
            : judged with
            {
                Verdict = Verdict.Refuted,
                Reason = finding.Reason.Length == 0 ? reason : $"{finding.Reason}; {reason}",
            };
    }

    private static double Predicted(int rtt, long bytes, int window) =>
        SlowStart
            .Predict(
                new()
                {
                    SizeBytes = bytes,
                    Rtt = TimeSpan.FromMilliseconds(rtt),
                    InitCwnd = window,
                }
            )
            .Fetch.TotalMilliseconds;
}
