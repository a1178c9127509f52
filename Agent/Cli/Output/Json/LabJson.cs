using IwTune.Agent.Engine.Trials;

namespace IwTune.Agent.Cli.Output.Json;

/// <summary>What <c>lab --json</c> writes. What was not measured is null or empty.</summary>
internal sealed record TriedPath(
    long Size,
    double RttMs,
    long? RateBitsPerSecond,
    int? Buffer,
    IReadOnlyList<int> Loss,
    double JitterMs,
    int Mss,
    int Connections,
    int Runs,
    string CongestionControl,
    ulong Seed,
    string Environment,
    string Lacking,
    string Verdict,
    IReadOnlyList<string> Warnings,
    IReadOnlyList<TriedWindow> Rows
)
{
    public static TriedPath Of(TrialResult result, string environment)
    {
        var (trial, rows) = (result.Trial, new List<TriedWindow>());
        foreach (var arm in result.Arms)
        {
            rows.Add(
                new(
                    arm.Window,
                    arm.Predicted.Rounds,
                    arm.Predicted.Fetch.TotalMilliseconds,
                    arm.Predicted.EffectiveSegments,
                    arm.Predicted.Binding.ToString(),
                    trial.Overflow(arm.Window),
                    arm.Times,
                    arm.Median,
                    arm.Deviation,
                    arm.SegmentsAgain,
                    arm.Dropped,
                    arm.QueueHigh
                )
            );
        }
        return new(
            trial.SizeBytes,
            trial.Rtt.TotalMilliseconds,
            trial.RateBitsPerSecond,
            trial.QueuePackets,
            trial.Lost,
            trial.Jitter.TotalMilliseconds,
            trial.Mss,
            trial.Connections,
            trial.Runs,
            trial.CongestionControl,
            trial.Seed,
            environment,
            result.Lacking,
            TrialVerdict.Of(result),
            TrialWarnings.Of(result),
            rows
        );
    }
}

/// <summary>One window. <c>overflow</c> is what its first flight must lose in the buffer; means are a run's.</summary>
internal sealed record TriedWindow(
    int Iw,
    int Rounds,
    double PredictedMs,
    int EffectiveSegments,
    string Binding,
    long Overflow,
    IReadOnlyList<double> MeasuredMs,
    double? MedianMs,
    double? Deviation,
    double SegmentsAgain,
    double Dropped,
    int QueueHigh
);
