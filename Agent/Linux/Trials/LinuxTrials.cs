using IwTune.Agent.Engine.Trials;
using IwTune.Agent.Ports;
using IwTune.Shared.Statistics;

namespace IwTune.Agent.Linux.Trials;

/// <summary>
/// Runs a trial: every window once in each round, in an order that the seed decides, so that changes during the trial affect all alike. A
/// run that this machine held up is repeated.
/// </summary>
internal static class LinuxTrials
{
    private const int MostTries = 3;

    /// <param name="trial">What is tried.</param>
    /// <param name="runs">Filled run by run, so that measured runs are kept when a later one fails.</param>
    /// <param name="progress">Gets the progress.</param>
    /// <param name="packets">Gets every packet; <see langword="null"/> when they are not kept.</param>
    /// <param name="clock">Measures patience.</param>
    /// <param name="ct">Ends it after cleaning up.</param>
    /// <exception cref="HostUnsupportedException">This process may not make networks of its own, or the kernel lacks something.</exception>
    /// <exception cref="TrialFailedException">A run failed.</exception>
    public static async Task RunAsync(
        Trial trial,
        List<TrialRun> runs,
        Action<TrialProgress> progress,
        TrialPackets? packets,
        TimeProvider clock,
        CancellationToken ct
    )
    {
        using var bench = TrialBench.Open(clock);
        var order = new SeededRandom(trial.Seed);
        var windows = new int[trial.Windows.Count];
        var all = trial.Runs * windows.Length;
        var total = (long)trial.SizeBytes * trial.Connections;
        for (var round = 0; round < trial.Runs; round++)
        {
            for (var i = 0; i < windows.Length; i++)
                windows[i] = trial.Windows[i];
            order.Shuffle<int>(windows);
            foreach (var window in windows)
            {
                ct.ThrowIfCancellationRequested();
                var number = runs.Count + 1;
                progress(new TrialProgress(window, number, all, 0, total));
                var run = await MeasureAsync(window, number);
                runs.Add(run);
                progress(new TrialProgress(window, number, all, total, total, run));
            }
        }

        async Task<TrialRun> MeasureAsync(int window, int number)
        {
            for (var tries = 1; ; tries++)
            {
                packets?.Begin(number, all, window);
                var run = await bench.RunAsync(
                    trial,
                    window,
                    number,
                    bytes => progress(new TrialProgress(window, number, all, bytes, total)),
                    packets,
                    ct
                );
                if (run.HeldUp <= trial.MostHeldUp || tries == MostTries)
                    return run;
                packets?.Forget();
            }
        }
    }
}
