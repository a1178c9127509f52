using System.Globalization;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Trials;

/// <summary>Bytes over time of each window, as a file that other tools can draw.</summary>
internal static class TrialCapture
{
    /// <param name="result">With something measured.</param>
    /// <param name="environment">What it ran on, in a line.</param>
    /// <param name="taken">When.</param>
    /// <returns><see langword="null"/> when nothing was measured.</returns>
    public static Capture? Of(TrialResult result, string environment, DateTimeOffset taken)
    {
        var arms = new List<CaptureArm>();
        foreach (var arm in result.Arms)
        {
            // More windows than a capture holds: the first and the last say most, and those next to the first.
            if (arm.Typical is { } typical && (arms.Count < CaptureRules.MostArms - 1 || arm == result.Arms[^1]))
                arms.Add(typical);
        }
        var trial = result.Trial;
        return arms.Count == 0
            ? null
            : new Capture
            {
                Format = Capture.CurrentFormat,
                Title = Title(trial),
                Taken = taken,
                SizeBytes = trial.SizeBytes,
                RttMicroseconds = (long)trial.Rtt.TotalMicroseconds,
                RateBitsPerSecond = trial.RateBitsPerSecond,
                QueuePackets = trial.QueuePackets,
                CongestionControl = trial.CongestionControl,
                Environment = environment,
                Seed = (long)trial.Seed,
                Arms = arms,
            };
    }

    private static string Title(Trial trial)
    {
        var title = string.Create(
            CultureInfo.InvariantCulture,
            $"{trial.SizeBytes / 1000.0:0.###} kB at {trial.Rtt.TotalMilliseconds:0.###} ms"
        );
        if (trial.RateBitsPerSecond is { } rate)
            title += string.Create(CultureInfo.InvariantCulture, $", {rate / 1e6:0.###} Mbit/s");
        if (trial.QueuePackets is { } queue)
            title += string.Create(CultureInfo.InvariantCulture, $", buffer {queue}");
        return trial.Connections > 1 ? string.Create(CultureInfo.InvariantCulture, $"{title}, {trial.Connections} connections") : title;
    }
}
