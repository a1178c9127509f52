using System.Globalization;
using IwTune.Shared.Model;

namespace IwTune.Agent.Engine.Trials;

/// <summary>Where the model does not hold, or a figure may be misread.</summary>
internal static class TrialWarnings
{
    /// <summary>
    /// From this size on, the growth of the receiver's window can make the model wrong by one round: docs/science.md, "Latency-limited
    /// fetches, 100 ms", the row of 300,000 B with 32 segments.
    /// </summary>
    private const int LongResponse = 130_000,
        LargeWindow = 20;

    public static IReadOnlyList<string> Of(TrialResult result)
    {
        var (trial, found) = (result.Trial, new List<string>());
        var largest = trial.Windows[^1];
        var peer = ReceiveWindow.LinuxFirst / trial.Mss;
        if (largest > peer && trial.Segments > peer)
            found.Add($"A receiver with default settings announces {peer} segments at first: a larger window of the sender has no effect.");
        if (trial.SizeBytes > LongResponse && largest >= LargeWindow)
            found.Add(
                "The receiver's window grows while a long response arrives: from 130 kB and 20 segments on the model may be one round off."
            );
        foreach (var window in trial.Windows)
        {
            if (trial.Overflow(window) is > 0 and var lost)
                found.Add(
                    $"With {window} the first flight overruns the buffer by {lost} {(lost == 1 ? "packet" : "packets")}; the model "
                        + "does not include loss, and recovery takes a round or more."
                );
        }
        if (trial.Lost.Count > 0)
            found.Add("Packets are dropped by script; the model does not include loss.");
        if (trial.Connections > 1)
            found.Add(
                $"{trial.Connections} concurrent connections: the model gives each an even share of the link, real ones get uneven "
                    + "shares. The buffer must hold all their first flights together."
            );
        if (trial.CongestionControl is not ("cubic" or "reno" or "bbr"))
            found.Add(
                $"The model covers cubic, reno and the pacing of bbr; it does not cover what {trial.CongestionControl} does differently."
            );
        if (HeldUp(result) is { Length: > 0 } heldUp)
            found.Add(heldUp);
        Deviations(result, found);
        return found;
    }

    private static string HeldUp(TrialResult result)
    {
        var (count, longest) = (0, TimeSpan.Zero);
        foreach (var arm in result.Arms)
        {
            count += arm.RunsHeldUp;
            longest = arm.HeldUp > longest ? arm.HeldUp : longest;
        }
        return count == 0
            ? ""
            : string.Create(
                CultureInfo.InvariantCulture,
                $"This machine was too busy: it held {count} {(count == 1 ? "run" : "runs")} up, for up to {longest.TotalMilliseconds:0} "
                    + $"ms, although each was tried three times. Their times are too long; run it again under less load."
            );
    }

    /// <summary>The tolerance of docs/science.md, "Method": half a millisecond for each round and one more, and 1 %.</summary>
    private static void Deviations(TrialResult result, List<string> found)
    {
        foreach (var arm in result.Arms)
        {
            if (arm.Median is not { } measured || result.Trial.Overflow(arm.Window) > 0 || arm.SegmentsAgain > 0)
                continue;
            var expected = arm.Predicted.Fetch.TotalMilliseconds;
            if (Math.Abs(measured - expected) > (0.5 * (arm.Predicted.Rounds + 1)) + (0.01 * expected))
                found.Add(
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"With {arm.Window} the measured median is {measured - expected:+0.0;-0.0} ms off the model, more than its "
                            + $"tolerance; a busy host can cause that, too."
                    )
                );
        }
    }
}
