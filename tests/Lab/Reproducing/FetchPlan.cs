using IwTune.Shared.Model;

namespace IwTune.Lab.Reproducing;

/// <summary>A fetch to be timed and compared with the closed form and with a source's figure.</summary>
/// <param name="Conditions">The path.</param>
/// <param name="Bytes">Of the response.</param>
/// <param name="InitCwnd">Segments.</param>
internal sealed record FetchPlan(Conditions Conditions, long Bytes, int InitCwnd)
{
    public string Control { get; init; } = "cubic";

    public string Source { get; init; } = "";

    /// <summary>Milliseconds.</summary>
    public double? SourceValue { get; init; }

    /// <summary>The handshake counts.</summary>
    public bool FromSyn { get; init; }

    /// <summary>Why no model covers it: measured, not judged.</summary>
    public string? NotJudged { get; init; }

    public Cell ToCell(string id, bool isShort = false, PathSetup? setup = null) =>
        new(id, Words, Measure) { Short = isShort, Setup = setup ?? PathSetup.Usual };

    /// <summary>0.5 ms for each round and one more, and 1 %: the precision of an emulated path.</summary>
    public static double Tolerance(int rounds, double model) => 0.5 * (rounds + 1) + 0.01 * model;

    private string Words =>
        $"{Bytes:#,0} B at {Conditions.RttMilliseconds:0.##} "
        + $"ms{(Conditions.RateBitsPerSecond is { } rate ? $", {rate / 1e6:0.##} Mbit/s" : "")}, IW "
        + $"{InitCwnd}{(Control == "cubic" ? "" : ", " + Control)}{(FromSyn ? ", with the handshake" : "")}";

    private Finding Measure(Bench bench)
    {
        bench.Prepare(Conditions, InitCwnd);
        var series = bench.Fetch(Bytes, Control);
        var predicted = SlowStart.Predict(
            new()
            {
                SizeBytes = Bytes,
                Rtt = Conditions.Rtt,
                InitCwnd = InitCwnd,
                Mss = bench.Setup.Mss,
                HeaderBytes = bench.Setup.HeaderBytes,
                RateBitsPerSecond = Conditions.RateBitsPerSecond,
            }
        );
        var model = (FromSyn ? predicted.Total : predicted.Fetch).TotalMilliseconds;
        var rounds = (int)Math.Round(Series.Median(series.Fetches.Select(fetch => fetch.Transfer.TotalMilliseconds)) / series.Rtt);
        var finding = new Finding
        {
            Source = Source,
            SourceValue = SourceValue,
            Model = model,
            Unit = "ms",
            Tolerance = Tolerance(predicted.Rounds + (FromSyn ? 1 : 0), model),
            Reason = NotJudged ?? "",
        }.With(
            [.. series.Fetches.Select(fetch => ((FromSyn ? fetch.Handshake : TimeSpan.Zero) + fetch.Transfer).TotalMilliseconds)],
            series
        );
        if (NotJudged is not null)
            return finding with { Verdict = Verdict.NotJudged };
        return finding
            .Judged(
                bench.AtStart(series.Fetches[0]) is { Cwnd: var cwnd } && cwnd != InitCwnd
                    ? $"the kernel started with {cwnd} segments"
                    : null,
                Conditions.RateBitsPerSecond is null && rounds != predicted.Rounds
                    ? $"{rounds} rounds, {predicted.Rounds} by the model"
                    : null
            )
            .UnlessHeld(bench.HeldByReceiver(series), Conditions.Rtt);
    }
}
