using IwTune.Agent.Local;

namespace IwTune.Agent.Tests.Control;

/// <summary>The socket of a daemon that gets no calls.</summary>
internal sealed class NobodyAsks : ILocalEndpoint
{
    public async ValueTask<LocalGuest> AcceptAsync(CancellationToken ct)
    {
        await Task.Delay(Timeout.InfiniteTimeSpan, ct);
        throw new InvalidOperationException("Not reached: the wait above ends by cancellation only.");
    }

    public void Dispose() { }
}
