using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Control.Loops;

namespace IwTune.Agent.Control.Traffic;

/// <summary>Reports the host's own TCP counters.</summary>
/// <param name="sight">Reads them.</param>
/// <param name="control">Knows which bundle is in force.</param>
/// <param name="asked">
/// How often the server asks for them, where the host cannot tell its connections apart; <see langword="null"/> when it does not ask.
/// </param>
/// <param name="clock">Paces.</param>
internal sealed class CounterLoop(TrafficSight sight, HostControl control, Func<TimeSpan?> asked, TimeProvider clock) : IDaemonLoop
{
    public async Task RunAsync(CancellationToken ct)
    {
        var pace = new CounterPace(clock, control.WantedDigest);
        sight.Count();
        while (true)
        {
            await Task.Delay(CounterPace.Pause(asked()), clock, ct);
            if (pace.Due(control.WantedDigest, asked()) is { } under && sight.Count() is { } grown)
                await control.MeasuredAsync([grown], under, ct);
        }
    }
}
