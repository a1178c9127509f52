using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Trials;

/// <summary>The results of one window.</summary>
internal sealed class TrialArm
{
    private readonly Trial _trial;
    private readonly IReadOnlyList<TrialRun> _runs;

    public TrialArm(Trial trial, int window, IReadOnlyList<TrialRun> runs)
    {
        (_trial, Window, _runs) = (trial, window, runs);
        Predicted = trial.Predict(window);
        var times = new List<double>();
        foreach (var run in runs)
        {
            foreach (var time in run.Times)
                times.Add(time.TotalMilliseconds);
        }
        times.Sort();
        Times = times;
    }

    /// <summary>Segments.</summary>
    public int Window { get; }

    public Prediction Predicted { get; }

    /// <summary>Every measured time, ms, rising; empty when nothing was measured.</summary>
    public IReadOnlyList<double> Times { get; }

    public int Runs => _runs.Count;

    /// <summary>Milliseconds; <see langword="null"/> when nothing was measured.</summary>
    public double? Median => Times.Count == 0 ? null : (Times[(Times.Count - 1) / 2] + Times[Times.Count / 2]) / 2;

    /// <summary>The measured median, otherwise what the model says, ms.</summary>
    public double Time => Median ?? Predicted.Fetch.TotalMilliseconds;

    /// <summary>How far the measured median lies from the model, as a share of it.</summary>
    public double? Deviation => Median is { } measured ? (measured / Predicted.Fetch.TotalMilliseconds) - 1 : null;

    /// <summary>Segments retransmitted in a run, the mean.</summary>
    public double SegmentsAgain => Mean(run => run.SegmentsAgain);

    /// <summary>
    /// Share of the response's segments that were retransmitted; before anything was measured, what the first flight must lose.
    /// </summary>
    public double ShareAgain =>
        (_runs.Count == 0 ? _trial.Overflow(Window) : SegmentsAgain) / ((double)_trial.Segments * _trial.Connections);

    /// <summary>Packets dropped in a run, the mean.</summary>
    public double Dropped => Mean(run => run.Dropped);

    /// <summary>The most packets that ever waited.</summary>
    public int QueueHigh
    {
        get
        {
            var high = 0;
            foreach (var run in _runs)
                high = Math.Max(high, run.QueueHigh);
            return high;
        }
    }

    /// <summary>Runs that this machine held up for longer than the trial permits.</summary>
    public int RunsHeldUp
    {
        get
        {
            var count = 0;
            foreach (var run in _runs)
                count += run.HeldUp > _trial.MostHeldUp ? 1 : 0;
            return count;
        }
    }

    /// <summary>The longest time by which this machine carried packets too late.</summary>
    public TimeSpan HeldUp
    {
        get
        {
            var longest = TimeSpan.Zero;
            foreach (var run in _runs)
                longest = run.HeldUp > longest ? run.HeldUp : longest;
            return longest;
        }
    }

    /// <summary>What the path saw of the run whose time is nearest to the median.</summary>
    public CaptureArm? Typical
    {
        get
        {
            TrialRun? nearest = null;
            foreach (var run in _runs)
            {
                if (nearest is null || Distance(run) < Distance(nearest))
                    nearest = run;
            }
            return nearest?.First;
        }
    }

    private double Distance(TrialRun run) => Math.Abs(run.Times[0].TotalMilliseconds - Time);

    private double Mean(Func<TrialRun, double> of)
    {
        var sum = 0.0;
        foreach (var run in _runs)
            sum += of(run);
        return _runs.Count == 0 ? 0 : sum / _runs.Count;
    }
}
