using IwTune.Agent.Local;

namespace IwTune.Agent.Tests.Control;

/// <summary>A daemon's socket at which nobody ever calls.</summary>
internal sealed class NobodyAsks : ILocalEndpoint
{
    public async ValueTask<LocalGuest> AcceptAsync(CancellationToken ct)
    {
        await Task.Delay(Timeout.InfiniteTimeSpan, ct);
        throw new InvalidOperationException("Nobody comes.");
    }

    public void Dispose()
    {
    }
}
