using IwTune.Runner.Times;

namespace IwTune.Runner.Running;

/// <summary>
/// A run as a person sees it: progress, failures as they come, where the time went, the failures once more, and one plain line.
/// </summary>
/// <param name="root">The repository.</param>
/// <param name="options">What was asked for.</param>
/// <param name="output">Gets it.</param>
internal sealed class ReportedRun(string root, RunOptions options, TextWriter output)
{
    private static readonly TimeSpan LookEvery = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan SayEvery = TimeSpan.FromSeconds(15);

    /// <summary>When no test has ended for so long, nothing will.</summary>
    private static readonly TimeSpan Hung = TimeSpan.FromMinutes(15);

    private readonly Stopwatches stopwatches = new(TimeProvider.System, Processors());

    /// <param name="stop">Ends it early, also when it hangs.</param>
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
        // Once more and last, where also a log that was cut shows them.
        foreach (var failure in run.Failures)
            output.WriteLine(Progress.Of(failure));
    }

    private static Func<TimeSpan> Processors()
    {
        var processors = new ProcessorTime();
        return () => processors.Used;
    }
}
