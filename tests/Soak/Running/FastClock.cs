using System.Diagnostics;
using IwTune.Lab;

namespace IwTune.Soak.Running;

/// <summary>
/// One time of day for all programs of a soak, which passes faster than the real one. Their monotonic clocks keep the real pace: what a
/// program waits for in seconds is as long as ever, what it reads from the calendar comes sooner.
/// </summary>
internal sealed class FastClock : IDisposable
{
    /// <summary>The programs read it once a second.</summary>
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(250);

    private readonly FakeClock clock;
    private readonly CancellationTokenSource over = new();
    private readonly Stopwatch passed = new();
    private DateTimeOffset begin;
    private double speed;
    private Task going = Task.CompletedTask;

    /// <param name="file">Where the programs read it.</param>
    public FastClock(string file) => clock = new FakeClock(file);

    /// <summary>The environment of the programs.</summary>
    public IReadOnlyDictionary<string, string> Environment => new Dictionary<string, string>(clock.Environment) { ["TZ"] = Calendar.Zone };

    /// <summary>The time of day that the programs have, but for a second of real time.</summary>
    public DateTimeOffset Now => begin + passed.Elapsed * speed;

    /// <summary>Sets a time of day that passes at the real pace.</summary>
    public void Set(DateTimeOffset time) => clock.Set(time - TimeProvider.System.GetUtcNow());

    /// <summary>Lets it pass from a time on.</summary>
    public void Start(DateTimeOffset from, double times)
    {
        (begin, speed) = (from, times);
        passed.Start();
        going = GoAsync();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        over.Cancel();
        going.ContinueWith(_ => { }, TaskScheduler.Default).Wait();
        over.Dispose();
    }

    private async Task GoAsync()
    {
        while (true)
        {
            Set(Now);
            await Task.Delay(Step, over.Token);
        }
    }
}
