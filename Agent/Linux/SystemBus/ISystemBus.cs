namespace IwTune.Agent.Linux.SystemBus;

/// <summary>
/// The system's message bus (D-Bus), as a client of other programs. Hosts without one (containers, OpenRC) are ordinary: every answer then
/// is <see cref="BusAnswer.NoBus"/>. It connects when first needed and again after the bus went away.
/// </summary>
internal interface ISystemBus : IDisposable
{
    /// <summary>Calls a method and waits for its answer, at most <see cref="BusCall.Limit"/>.</summary>
    /// <returns>The values, or what came instead of them. Throws only <see cref="OperationCanceledException"/>.</returns>
    ValueTask<BusAnswer> CallAsync(BusCall call, CancellationToken ct);

    /// <summary>
    /// The signals of the owner of a well-known name, and each change of the owner, until cancelled. Subscribes again after either went
    /// away. A signal counts only when its sender is the owner's unique name: any peer may send a similar one straight to this connection.
    /// A reader that is too slow loses the oldest ones; a signal is a reason to read the state, never the state itself.
    /// </summary>
    IAsyncEnumerable<BusObservation> WatchAsync(BusWatch watch, CancellationToken ct);

    /// <summary>The unique name (<c>:1.42</c>) of the owner of a well-known name.</summary>
    /// <returns>Empty when it has none; <see langword="null"/> when the bus cannot be asked.</returns>
    ValueTask<string?> OwnerAsync(string name, CancellationToken ct);
}
