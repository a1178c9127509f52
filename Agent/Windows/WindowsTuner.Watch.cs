using System.Runtime.CompilerServices;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Steps;
using IwTune.Agent.Windows.Watching;

namespace IwTune.Agent.Windows;

public sealed partial class WindowsTuner
{
    private readonly KnownState _known = new();

    /// <inheritdoc/>
    public async IAsyncEnumerable<HostChanged> WatchAsync([EnumeratorCancellation] CancellationToken ct)
    {
        while (true)
        {
            methods.Watch.Arm();
            var noticed = await AloneAsync(() => LookAgainAsync(ct), ct);
            await _authors.AskAsync(noticed, ct);
            foreach (var change in noticed.Changes)
                yield return new HostChanged(change.ToString(), _authors.Of(change.Target) is { IsKnown: true } by ? by.ToString() : "");
            await methods.Watch.WaitAsync(ct);
        }
    }

    private async ValueTask<NoticedChanges> LookAgainAsync(CancellationToken ct)
    {
        try
        {
            var at = clock.GetUtcNow();
            return _known.Look(await LookAsync(ct), at);
        }
        catch (TunerUnavailableException)
        {
            return new NoticedChanges([], null); // The next reading compares with what was known before.
        }
    }

    private void Took(WindowsWork work)
    {
        if (work is { First: { } first, Seen: { } last })
            _known.Took(first, last, clock.GetUtcNow());
    }
}
