using System.Collections.Concurrent;
using System.Threading.Channels;
using Tmds.DBus.Protocol;

namespace IwTune.Agent.Linux.SystemBus.Tmds;

/// <summary>One connection to a bus over the package Tmds.DBus.Protocol.</summary>
internal sealed class TmdsConnection : IBusConnection
{
    private readonly DBusConnection _connection;
    private readonly ConcurrentDictionary<Channel<BusSignal>, IDisposable> _observers = new();
    private string? _ended;

    private TmdsConnection(DBusConnection connection) => _connection = connection;

    /// <inheritdoc/>
    public string? Ended => Volatile.Read(ref _ended);

    /// <summary>Connects to the first socket of an address that accepts.</summary>
    /// <returns>The connection, or why there is none.</returns>
    public static async Task<(IBusConnection? Opened, string Trouble)> OpenAsync(string address, CancellationToken ct)
    {
        var connection = new DBusConnection(address);
        try
        {
            await connection.ConnectAsync().AsTask().WaitAsync(ct);
            var opened = new TmdsConnection(connection);
            // On the pool: a caller's synchronisation context may be gone when the connection ends.
            _ = Task.Run(opened.WaitForEndAsync, CancellationToken.None);
            return (opened, "");
        }
        catch (Exception refused) when (refused is DBusExceptionBase or ArgumentException)
        {
            connection.Dispose();
            return (null, $"No bus at {address}: {refused.Message}.");
        }
        catch (OperationCanceledException)
        {
            connection.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public async Task<BusAnswer> CallAsync(BusCall call, CancellationToken ct)
    {
        try
        {
            return await _connection
                .CallMethodAsync(Written(call), static (message, _) => (BusAnswer)new BusAnswer.Values(TmdsValues.ReadAll(message)))
                .WaitAsync(ct);
        }
        catch (DBusErrorReplyException error)
        {
            return new BusAnswer.Error(error.ErrorName, error.ErrorMessage);
        }
        catch (Exception broken) when (broken is DBusExceptionBase or ObjectDisposedException)
        {
            return new BusAnswer.Lost($"The connection to the bus broke: {broken.Message}");
        }
    }

    /// <inheritdoc/>
    public Channel<BusSignal> Subscribe(Predicate<BusSignal> fits)
    {
        var queue = SignalQueue.Create();
        try
        {
            // Without subscribing at the bus: we set the rules ourselves. Nothing is awaited then, so it completes at once.
            _observers[queue] = _connection
                .AddMatchAsync(
                    new MatchRule { Type = MessageType.Signal },
                    static (message, _) => SignalIn(message),
                    signal => Deliver(queue, fits, signal),
                    emitOnCapturedContext: false,
                    ObserverFlags.NoSubscribe | ObserverFlags.EmitAll
                )
                .AsTask()
                .GetAwaiter()
                .GetResult();
        }
        catch (Exception broken) when (broken is DBusExceptionBase or ObjectDisposedException)
        {
            queue.Writer.TryComplete();
        }
        return queue;
    }

    /// <inheritdoc/>
    public void Unsubscribe(Channel<BusSignal> queue)
    {
        if (_observers.TryRemove(queue, out var observer))
            observer.Dispose();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Interlocked.CompareExchange(ref _ended, "The connection to the bus was closed.", null);
        _connection.Dispose();
    }

    private MessageBuffer Written(BusCall call)
    {
        var writer = _connection.GetMessageWriter();
        try
        {
            writer.WriteMethodCallHeader(
                call.Destination,
                call.Path,
                call.Interface,
                call.Member,
                call.Arguments.Count == 0 ? null : string.Concat(call.Arguments.Select(value => value.Signature))
            );
            foreach (var argument in call.Arguments)
                TmdsValues.Write(ref writer, argument);
            return writer.CreateMessage();
        }
        finally
        {
            writer.Dispose();
        }
    }

    private static BusSignal SignalIn(Message message) =>
        new(
            message.SenderAsString ?? "",
            message.PathAsString ?? "",
            message.InterfaceAsString ?? "",
            message.MemberAsString ?? "",
            TmdsValues.ReadAll(message)
        );

    private static void Deliver(Channel<BusSignal> queue, Predicate<BusSignal> fits, Notification<BusSignal> notification)
    {
        if (notification.IsCompletion)
            queue.Writer.TryComplete();
        else if (fits(notification.Value))
            queue.Writer.TryWrite(notification.Value);
    }

    private async Task WaitForEndAsync()
    {
        var why = await _connection.DisconnectedAsync();
        Interlocked.CompareExchange(ref _ended, $"The connection to the bus broke: {why?.Message ?? "it was closed"}", null);
        foreach (var queue in _observers.Keys)
            queue.Writer.TryComplete();
    }
}
