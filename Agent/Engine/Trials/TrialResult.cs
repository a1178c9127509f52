namespace IwTune.Agent.Engine.Trials;

/// <summary>The results of a trial.</summary>
/// <param name="Trial">What was tried.</param>
/// <param name="Arms">By window, rising.</param>
/// <param name="Lacking">Why nothing was measured, and what to do about it; empty when it was.</param>
internal sealed record TrialResult(Trial Trial, IReadOnlyList<TrialArm> Arms, string Lacking)
{
    /// <summary>Groups runs by window.</summary>
    public static TrialResult Of(Trial trial, IReadOnlyList<TrialRun> runs, string lacking = "")
    {
        var arms = new List<TrialArm>();
        foreach (var window in trial.Windows)
        {
            var own = new List<TrialRun>();
            foreach (var run in runs)
            {
                if (run.Window == window)
                    own.Add(run);
            }
            arms.Add(new TrialArm(trial, window, own));
        }
        return new TrialResult(trial, arms, lacking);
    }
}
