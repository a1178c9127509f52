using System.Threading.Channels;

namespace IwTune.Agent.Reporting;

/// <summary>Wakes one waiter. Signals without a waiter count as one.</summary>
public sealed class Signal
{
    private readonly Channel<bool> channel = Channel.CreateBounded<bool>(
        new BoundedChannelOptions(1) { FullMode = BoundedChannelFullMode.DropWrite, SingleReader = true }
    );

    /// <summary>Wakes the waiter, or lets the next wait return at once.</summary>
    public void Set() => channel.Writer.TryWrite(true);

    /// <summary>Forgets a signal that no waiter took.</summary>
    public void Clear() => channel.Reader.TryRead(out _);

    /// <summary>Waits for a signal.</summary>
    public async Task WaitAsync(CancellationToken ct) => await channel.Reader.ReadAsync(ct);

    /// <summary>Waits for a signal, but no longer than this.</summary>
    /// <returns>True when it came.</returns>
    public async Task<bool> WaitAsync(TimeSpan limit, TimeProvider clock, CancellationToken ct)
    {
        using var timeout = new CancellationTokenSource(limit, clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(ct, timeout.Token);
        try
        {
            await channel.Reader.ReadAsync(either.Token);
            return true;
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            return false;
        }
    }
}
