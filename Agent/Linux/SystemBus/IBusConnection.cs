using System.Threading.Channels;

namespace IwTune.Agent.Linux.SystemBus;

/// <summary>
/// One connection to a bus, from its greeting to its end; the wire's side of <see cref="ISystemBus"/>. No code of callers runs on its read
/// loop.
/// </summary>
internal interface IBusConnection : IDisposable
{
    /// <summary>Why it is over; <see langword="null"/> while it lives.</summary>
    string? Ended { get; }

    /// <summary>Sends a call and waits for its answer or the connection's end, without a time limit of its own.</summary>
    /// <exception cref="OperationCanceledException">
    /// The caller waits no longer. A call that is half sent ends the connection: what follows would not be understood.
    /// </exception>
    Task<BusAnswer> CallAsync(BusCall call, CancellationToken ct);

    /// <summary>
    /// Every signal that arrives and fits, from now on; the queue completes when the connection ends. The bus's match rules decide which
    /// signals arrive.
    /// </summary>
    Channel<BusSignal> Subscribe(Predicate<BusSignal> fits);

    /// <summary>Ends a subscription.</summary>
    void Unsubscribe(Channel<BusSignal> queue);
}

/// <summary>A signal as it arrived; any peer may have sent it.</summary>
/// <param name="Sender">Written by the bus itself: a peer cannot choose it.</param>
/// <param name="Path">The object that it is about.</param>
/// <param name="Interface">Its interface.</param>
/// <param name="Member">Its name.</param>
/// <param name="Body">Its arguments.</param>
internal sealed record BusSignal(string Sender, string Path, string Interface, string Member, IReadOnlyList<BusValue> Body);
