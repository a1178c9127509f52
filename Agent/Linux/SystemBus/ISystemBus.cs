namespace IwTune.Agent.Linux.SystemBus;

/// <summary>
/// The system's message bus (D-Bus), as a client of other programs. Hosts without one (containers, OpenRC) are ordinary: every answer then
/// is
/// <see cref="BusAnswer.NoBus"/>. It connects when first needed and again after the bus went away.
/// </summary>
internal interface ISystemBus : IDisposable
{
    /// <summary>Calls a method and waits for its answer, at most <see cref="BusCall.Limit"/>.</summary>
    /// <returns>The values, or what came instead of them. Nothing is thrown but <see cref="OperationCanceledException"/>.</returns>
    ValueTask<BusAnswer> CallAsync(BusCall call, CancellationToken ct);

    /// <summary>
    /// The signals of whoever owns a well-known name, and when the owner changes, until cancelled. Subscribes again after either went away.
    /// A signal counts only when its sender is the owner's unique name: any peer may send one that looks alike straight to this connection.
    /// Whoever reads too slowly loses the oldest ones; a signal is a reason to look, never the news itself.
    /// </summary>
    IAsyncEnumerable<BusNews> WatchAsync(BusWatch watch, CancellationToken ct);

    /// <summary>The unique name (<c>:1.42</c>) of whoever owns a well-known name.</summary>
    /// <returns>Empty when nobody does; <see langword="null"/> when the bus cannot be asked.</returns>
    ValueTask<string?> OwnerAsync(string name, CancellationToken ct);
}
