using IwTune.Agent.Engine.Trials;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine.Trials;

public sealed class TrialVerdictTests
{
    private static readonly Trial Page = new()
    {
        SizeBytes = 50_000,
        Rtt = TimeSpan.FromMilliseconds(100),
        Windows = [3, 10, 20, 32],
    };

    [Fact]
    public void The_smallest_window_that_gains_nearly_everything_is_enough() =>
        Assert.Equal(
            "10 segments are enough: 202 ms instead of 402 ms with 3, 200 ms less, nothing retransmitted. 32 gains nothing more.",
            TrialVerdict.Of(Result(Page, (3, 402, 0), (10, 202, 0), (20, 201, 0), (32, 200, 0)))
        );

    [Fact]
    public void A_window_that_makes_no_difference_is_left_alone() =>
        Assert.Equal(
            "The window makes no visible difference here: 12 ms with 3, 10 ms with 10. Leave it as it is. 32 gains nothing more.",
            TrialVerdict.Of(Result(Page, (3, 12, 0), (10, 10, 0), (20, 10, 0), (32, 10, 0)))
        );

    /// <summary>
    /// Measured with a buffer of 10 packets and 100 kB: 20 is the fastest although every eighth segment is retransmitted (docs/science.md,
    /// "A narrow link with a short queue").
    /// </summary>
    [Fact]
    public void The_fastest_window_is_not_the_best_when_it_is_paid_for_with_loss()
    {
        var trial = Page with { SizeBytes = 100_000, RateBitsPerSecond = 2_000_000, QueuePackets = 10, Windows = [3, 10, 20] };
        var said = TrialVerdict.Of(Result(trial, (3, 708, 0), (10, 561, 0), (20, 555, 9)));
        Assert.StartsWith("10 segments are enough: 561 ms instead of 708 ms with 3", said, StringComparison.Ordinal);
        Assert.Contains(
            "20 is the fastest with 555 ms, but retransmits 13 % of its segments because its first flight does not fit the buffer of 10 "
                + "packets",
            said,
            StringComparison.Ordinal
        );
    }

    /// <summary>Measured: 10 Mbit/s, buffer 12, 48 kB at 90 ms: the first flight of 20 loses 20 − 13.</summary>
    [Fact]
    public void Where_only_loss_is_faster_one_stays_with_what_there_is()
    {
        var trial = Page with { SizeBytes = 48_000, RateBitsPerSecond = 10_000_000, QueuePackets = 12, Windows = [3, 20] };
        Assert.StartsWith(
            "Stay with 3 segments: 383 ms, nothing retransmitted. 20 is the fastest with 291 ms, but retransmits 21 %",
            TrialVerdict.Of(Result(trial, (3, 383, 0), (20, 291, 7))),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void A_path_on_which_everything_loses_is_told_as_such()
    {
        var trial = Page with { RateBitsPerSecond = 2_000_000, QueuePackets = 5, Windows = [3, 10] };
        Assert.StartsWith(
            "Every window loses much here: even 3 retransmits 11 %",
            TrialVerdict.Of(Result(trial, (3, 620, 4), (10, 476, 5))),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void A_larger_window_that_is_slower_is_told()
    {
        var said = TrialVerdict.Of(Result(Page, (3, 400, 0), (10, 200, 0), (20, 300, 1), (32, 700, 1)));
        Assert.Contains(" 32 is slower: 700 ms, 2.9 % of its segments retransmitted.", said, StringComparison.Ordinal);
    }

    [Fact]
    public void Without_a_measurement_the_model_speaks() =>
        Assert.Equal(
            "20 segments are enough: 200 ms instead of 400 ms with 3, 200 ms less. 32 gains nothing more.",
            TrialVerdict.Of(TrialResult.Of(Page, []))
        );

    [Fact]
    public void What_the_model_does_not_know_is_said()
    {
        var trial = Page with
        {
            SizeBytes = 200_000,
            RateBitsPerSecond = 2_000_000,
            QueuePackets = 10,
            Windows = [10, 20, 60],
            Lost = [3],
            Connections = 2,
            CongestionControl = "vegas",
        };
        var warnings = TrialWarnings.Of(TrialResult.Of(trial, []));
        Assert.Contains(warnings, text => text.Contains("announces 44 segments", StringComparison.Ordinal));
        Assert.Contains(warnings, text => text.Contains("from 130 kB", StringComparison.Ordinal));
        Assert.Contains(
            warnings,
            text => text.StartsWith("With 20 the first flight overruns the buffer by 29 packets", StringComparison.Ordinal)
        );
        Assert.Contains(warnings, text => text.StartsWith("Packets are dropped by script", StringComparison.Ordinal));
        Assert.Contains(warnings, text => text.StartsWith("2 concurrent connections", StringComparison.Ordinal));
        Assert.Contains(warnings, text => text.Contains("vegas", StringComparison.Ordinal));
    }

    [Fact]
    public void A_measurement_beyond_the_models_tolerance_is_said_and_one_within_is_not()
    {
        var trial = Page with { Windows = [10] };
        Assert.Empty(TrialWarnings.Of(Result(trial, (10, 304.9, 0))));
        Assert.Contains("+5.1 ms off the model", Assert.Single(TrialWarnings.Of(Result(trial, (10, 305.1, 0)))), StringComparison.Ordinal);
    }

    [Fact]
    public void Runs_that_the_machine_held_up_for_a_quarter_of_the_round_trip_are_reported()
    {
        var trial = Page with { Windows = [10], Runs = 3 };
        Assert.Equal(TimeSpan.FromMilliseconds(25), trial.MostHeldUp);
        Assert.Equal(TimeSpan.FromMilliseconds(2), (trial with { Rtt = TimeSpan.FromMilliseconds(3) }).MostHeldUp);
        Assert.Empty(TrialWarnings.Of(Result(trial, (10, 300, 0, 24.9))));
        Assert.Equal(
            "This machine was too busy: it held 2 runs up, for up to 71 ms, although each was tried three times. Their times are too long; "
                + "run it again under less load.",
            Assert.Single(TrialWarnings.Of(Result(trial, (10, 300, 0, 25.1), (10, 300, 0, 3), (10, 300, 0, 71))))
        );
    }

    [Fact]
    public void Figures_of_an_arm_are_those_of_its_own_runs()
    {
        var result = Result(Page with { Windows = [3, 10], Runs = 3 }, (3, 400, 0), (10, 210, 2), (10, 200, 0), (10, 205, 1));
        var arm = result.Arms[1];
        Assert.Equal((3, 205.0, 1.0), (arm.Runs, arm.Median!.Value, arm.SegmentsAgain));
        Assert.Equal("205", arm.Typical!.Name);
        Assert.Equal([200.0, 205.0, 210.0], arm.Times);
    }

    [Fact]
    public void A_capture_holds_four_windows_the_widest_among_them()
    {
        var trial = Page with { Windows = [1, 2, 3, 4, 5, 6] };
        var capture = TrialCapture.Of(
            Result(trial, (1, 1, 0), (2, 1, 0), (3, 1, 0), (4, 1, 0), (5, 1, 0), (6, 1, 0)),
            "here",
            DateTimeOffset.UnixEpoch
        )!;
        Assert.Equal([1, 2, 3, 6], capture.Arms.Select(arm => arm.InitCwnd!.Value));
        Assert.Null(TrialCapture.Of(TrialResult.Of(trial, []), "here", DateTimeOffset.UnixEpoch));
    }

    private static TrialResult Result(Trial trial, params (int Window, double Ms, int Again)[] runs) =>
        Result(trial, [.. runs.Select(run => (run.Window, run.Ms, run.Again, 0.0))]);

    private static TrialResult Result(Trial trial, params (int Window, double Ms, int Again, double HeldUpMs)[] runs) =>
        TrialResult.Of(
            trial,
            [
                .. runs.Select(run => new TrialRun(
                    run.Window,
                    [TimeSpan.FromMilliseconds(run.Ms)],
                    run.Again,
                    run.Again,
                    0,
                    TimeSpan.FromMilliseconds(run.HeldUpMs),
                    new CaptureArm
                    {
                        Name = FormattableString.Invariant($"{run.Ms}"),
                        InitCwnd = run.Window,
                        Received = [new(1, 1)],
                    }
                )),
            ]
        );
}
