using System.Runtime.CompilerServices;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Steps;
using IwTune.Agent.Windows.Watching;

namespace IwTune.Agent.Windows;

public sealed partial class WindowsTuner
{
    /// <summary>
    /// Windows tells nobody that a template was changed; group policy refreshes are 90 minutes apart, so this is often enough and costs one
    /// reading.
    /// </summary>
    public static TimeSpan Interval { get; } = TimeSpan.FromSeconds(30);

    /// <summary>
    /// The host as this process last knew it: as it first read it, or last looked while watching, with its own writes since. What changes
    /// before the watch begins is told by its first look.
    /// </summary>
    private WatchedState? _watched;

    /// <inheritdoc/>
    public async IAsyncEnumerable<HostChanged> WatchAsync([EnumeratorCancellation] CancellationToken ct)
    {
        while (true)
        {
            foreach (var change in await AloneAsync(() => LookAgainAsync(ct), ct))
                yield return change;
            await Task.Delay(Interval, clock, ct);
        }
    }

    private async ValueTask<IReadOnlyList<HostChanged>> LookAgainAsync(CancellationToken ct)
    {
        try
        {
            var now = WatchedState.Of(await LookAsync(ct));
            var before = _watched;
            _watched = now;
            return before is null ? [] : now.Since(before);
        }
        catch (TunerUnavailableException)
        {
            return []; // The next reading compares with what was known before.
        }
    }

    /// <summary>What a step of ours changed is no news.</summary>
    private void Took(WindowsWork work)
    {
        if (work is { First: { } first, Seen: { } last } && _watched is { } watched)
            _watched = watched.With(WatchedState.Of(first), WatchedState.Of(last));
    }
}
