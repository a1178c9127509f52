using IwTune.Runner.Times;

namespace IwTune.Runner.Running;

/// <summary>
/// The output of a run for people: progress, failures as they occur, a table of the time used, the failures again, and one plain line.
/// </summary>
/// <param name="root">The repository.</param>
/// <param name="options">The requested options.</param>
/// <param name="output">Receives the output.</param>
internal sealed class ReportedRun(string root, RunOptions options, TextWriter output)
{
    private static readonly TimeSpan LookEvery = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan SayEvery = TimeSpan.FromSeconds(15);

    /// <summary>When no test has ended for this long, the run is considered hung.</summary>
    private static readonly TimeSpan Hung = TimeSpan.FromMinutes(15);

    private readonly Stopwatches stopwatches = new(TimeProvider.System, Processors());

    /// <param name="stop">Ends it early, even when it hangs.</param>
    /// <returns>0 when every test passed or was skipped.</returns>
    public async Task<int> GoAsync(CancellationTokenSource stop)
    {
        var run = new TestRun(root, options, stopwatches) { Failing = failure => output.WriteLine(Progress.Of(failure)) };
        output.WriteLine($"running {string.Join(", ", options.Parts.Select(part => part.Name))}");
        var going = run.GoAsync(stop.Token);
        await FollowAsync(run, going, stop);
        await going;
        stopwatches.Look();
        Report(run);
        var (passed, failed, skipped) = (
            run.Tallies.Sum(one => one.Passed),
            run.Tallies.Sum(one => one.Failed),
            run.Tallies.Sum(one => one.Skipped)
        );
        output.WriteLine($"{passed} passed, {failed} failed, {skipped} skipped");
        return failed > 0 || passed == 0 || stop.IsCancellationRequested ? 1 : 0;
    }

    private async Task FollowAsync(TestRun run, Task going, CancellationTokenSource stop)
    {
        var (said, ended, progressed) = (TimeSpan.Zero, 0, TimeSpan.Zero);
        while (!going.IsCompleted)
        {
            await Task.WhenAny(going, Task.Delay(LookEvery));
            stopwatches.Look();
            var now = stopwatches.Elapsed;
            if (run.Tallies.Sum(tally => tally.Done) is var count && count != ended)
                (ended, progressed) = (count, now);
            if (now - said >= SayEvery)
            {
                output.WriteLine(Progress.Line(now, run.Tallies, run.Running));
                said = now;
            }
            if (now - progressed > Hung && !stop.IsCancellationRequested)
            {
                output.WriteLine(
                    $"no test has ended for {Hung.TotalMinutes:0} minutes; these run: "
                        + $"{string.Join(", ", run.Running.Select(test => test.Name))}"
                );
                await stop.CancelAsync();
            }
        }
    }

    private void Report(TestRun run)
    {
        var times = TimesTable.Write(SetUpStep.Read(options.Steps), run.Tallies, stopwatches.All);
        File.WriteAllText(Path.Combine(root, "artifacts/test-times.txt"), times);
        output.WriteLine($"\n{times}");
        foreach (var note in options.Notes.Where(File.Exists))
            output.WriteLine($"{File.ReadAllText(note).TrimEnd()}\n");
        // Repeated at the end, where a truncated log still shows them.
        foreach (var failure in run.Failures)
            output.WriteLine(Progress.Of(failure));
    }

    private static Func<TimeSpan> Processors()
    {
        var processors = new ProcessorTime();
        return () => processors.Used;
    }
}
