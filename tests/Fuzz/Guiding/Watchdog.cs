using IwTune.Fuzz.Targets;

namespace IwTune.Fuzz.Guiding;

/// <summary>Ends the program when one input is read for too long: a loop without an end leaves nothing else to do.</summary>
internal sealed class Watchdog : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    private readonly Timer _timer;
    private long _last = -1;

    /// <param name="target">For the message.</param>
    /// <param name="trial">Counts what is read.</param>
    /// <param name="file">Holds the input.</param>
    public Watchdog(FuzzTarget target, Trial trial, string file) =>
        _timer = new Timer(
            _ =>
            {
                var now = trial.Count;
                if (now == _last)
                {
                    Console.Error.WriteLine($"{target.Name}: one input is read for more than {Patience.TotalSeconds} s; it is in {file}");
                    Environment.Exit(1);
                }
                _last = now;
            },
            null,
            Patience,
            Patience
        );

    public void Dispose() => _timer.Dispose();
}
