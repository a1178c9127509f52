using System.Runtime.CompilerServices;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Steps;
using IwTune.Agent.Windows.Watching;

namespace IwTune.Agent.Windows;

public sealed partial class WindowsTuner
{
    /// <summary>
    /// The host as this process last knew it: from its first reading, or its last look while watching, with its own writes since. The first
    /// look of the watch reports what changed before it.
    /// </summary>
    private WatchedState? _watched;

    /// <inheritdoc/>
    public async IAsyncEnumerable<HostChanged> WatchAsync([EnumeratorCancellation] CancellationToken ct)
    {
        while (true)
        {
            methods.Watch.Arm();
            foreach (var change in await AloneAsync(() => LookAgainAsync(ct), ct))
                yield return change;
            await methods.Watch.WaitAsync(ct);
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

    /// <summary>A change by a step of ours is not reported.</summary>
    private void Took(WindowsWork work)
    {
        if (work is { First: { } first, Seen: { } last } && _watched is { } watched)
            _watched = watched.With(WatchedState.Of(first), WatchedState.Of(last));
    }
}
