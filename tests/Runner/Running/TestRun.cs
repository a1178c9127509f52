using IwTune.Runner.Times;

namespace IwTune.Runner.Running;

/// <summary>One run of some parts: the lanes in parallel, then the tests that run alone.</summary>
/// <param name="root">The repository.</param>
/// <param name="options">The requested options.</param>
/// <param name="stopwatches">Times the tests.</param>
internal sealed class TestRun(string root, RunOptions options, Stopwatches stopwatches)
{
    private readonly List<PartTally> tallies = [.. options.Parts.Select(part => new PartTally(part))];
    private readonly Dictionary<(string Part, string Id), TestTime> running = [];
    private readonly List<Failure> failures = [];

    /// <summary>Called with each failure when it occurs.</summary>
    public Action<Failure> Failing { get; init; } = _ => { };

    public IReadOnlyList<PartTally> Tallies => tallies;

    public IReadOnlyList<Failure> Failures
    {
        get
        {
            lock (tallies)
                return [.. failures];
        }
    }

    /// <summary>The running tests, the longest first.</summary>
    public IReadOnlyList<TestTime> Running
    {
        get
        {
            lock (tallies)
                return [.. running.Values.OrderBy(test => test.Started)];
        }
    }

    public async Task GoAsync(CancellationToken ct)
    {
        await Task.WhenAll(
            tallies
                .GroupBy(tally => tally.Part.Lane)
                .Select(async lane =>
                {
                    foreach (var tally in lane)
                        await GoAsync(tally, alone: false, ct);
                })
        );
        // For several requested traits xunit runs tests that have any of them; no requested trait belongs to tests that run alone.
        foreach (var tally in tallies.Where(tally => tally.Part.Alone > 0 && options.With.Count == 0))
            await GoAsync(tally, alone: true, ct);
    }

    private async Task GoAsync(PartTally tally, bool alone, CancellationToken ct)
    {
        if (ct.IsCancellationRequested)
            return;
        var (part, began) = (tally.Part, stopwatches.Elapsed);
        await using var file = new StreamWriter(Path.Combine(Logs(root), part.Name + ".log"), append: alone);
        await using var log = TextWriter.Synchronized(file);
        tally.Log = log;
        await PartProcess.RunAsync(root, part, alone, options, said => Hear(tally, said), log, ct);
        tally.Wall += stopwatches.Elapsed - began;
    }

    private void Hear(PartTally tally, TestEvent said)
    {
        lock (tallies)
        {
            switch (said)
            {
                case TestEvent.Discovered found:
                    tally.Known += found.Count;
                    break;
                case TestEvent.CaseEnded:
                    tally.Done++;
                    break;
                case TestEvent.Started test:
                    running[(tally.Part.Name, test.Id)] = stopwatches.Begin(tally.Part.Name, test.Name);
                    break;
                case TestEvent.Ended test when running.Remove((tally.Part.Name, test.Id), out var time):
                    stopwatches.End(time);
                    Count(tally, test, time);
                    break;
                case TestEvent.Broken broken:
                    Fail(tally, new Failure(tally.Part.Name, "outside of a test", broken.Detail));
                    break;
            }
        }
    }

    private void Count(PartTally tally, TestEvent.Ended test, TestTime time)
    {
        switch (test.Outcome)
        {
            case Outcome.Passed:
                tally.Passed++;
                break;
            case Outcome.Skipped:
                tally.Skipped++;
                break;
            default:
                Fail(tally, new Failure(tally.Part.Name, time.Name, test.Detail));
                break;
        }
    }

    private void Fail(PartTally tally, Failure failure)
    {
        tally.Failed++;
        failures.Add(failure);
        tally.Log.WriteLine($"FAILED {failure.Name}\n{failure.Detail}\n");
        Failing(failure);
    }

    private static string Logs(string root) => Directory.CreateDirectory(Path.Combine(root, "artifacts/test-logs")).FullName;
}
