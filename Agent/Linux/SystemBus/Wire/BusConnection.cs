using System.Collections.Concurrent;
using System.Net.Sockets;
using System.Threading.Channels;

namespace IwTune.Agent.Linux.SystemBus.Wire;

/// <summary>
/// One connection to a bus, from authentication to its end. A loop reads messages and passes them on: answers to the callers, signals to
/// the subscribers' queues. No code of callers runs on it.
/// </summary>
internal sealed class BusConnection : IBusConnection
{
    private readonly Socket _socket;
    private readonly ConcurrentDictionary<uint, TaskCompletionSource<BusAnswer>> _waiting = new();
    private readonly ConcurrentDictionary<Channel<BusSignal>, Predicate<BusSignal>> _subscribers = new();
    private readonly SemaphoreSlim _sending = new(1, 1);
    private readonly CancellationTokenSource _closing = new();
    private string? _ended;
    private int _serial;

    private BusConnection(Socket socket) => _socket = socket;

    /// <inheritdoc/>
    public string? Ended => Volatile.Read(ref _ended);

    /// <summary>Connects to the first socket of an address that accepts.</summary>
    /// <returns>The connection, or why there is none.</returns>
    public static async Task<(IBusConnection? Opened, string Trouble)> OpenAsync(string address, CancellationToken ct)
    {
        var trouble = $"{address} does not name a Unix socket.";
        try
        {
            foreach (var socket in BusAddress.Sockets(address))
            {
                // Containers have no bus: the first exception of a process costs 7 ms, as much as everything else that a command does.
                if (socket.ToString() is ['/', ..] path && !File.Exists(path))
                {
                    trouble = $"No bus at {path}: there is no such file.";
                    continue;
                }
                try
                {
                    return (await OpenAsync(socket, ct), "");
                }
                catch (SocketException refused)
                {
                    trouble = $"No bus at {socket}: {refused.Message}.";
                }
            }
        }
        catch (BusFormatException notABus)
        {
            trouble = notABus.Message;
        }
        return (null, trouble);
    }

    /// <summary>Connects, authenticates, begins to read and says hello.</summary>
    private static async Task<BusConnection> OpenAsync(UnixDomainSocketEndPoint address, CancellationToken ct)
    {
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        var connection = new BusConnection(socket);
        try
        {
            await socket.ConnectAsync(address, ct);
            await Authentication.RunAsync(socket, ct);
            // On the pool: a caller's synchronisation context is not the loop's.
            _ = Task.Run(connection.ReadLoopAsync, CancellationToken.None);
            var hello = await connection.CallAsync(BusNames.Ask("Hello"), ct);
            return hello is BusAnswer.Values
                ? connection
                : throw new BusFormatException($"The bus did not answer the greeting. {hello.Trouble}");
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public async Task<BusAnswer> CallAsync(BusCall call, CancellationToken ct)
    {
        var serial = (uint)Interlocked.Increment(ref _serial);
        var answer = new TaskCompletionSource<BusAnswer>(TaskCreationOptions.RunContinuationsAsynchronously);
        _waiting[serial] = answer;
        try
        {
            // Registered first, then checked: an end between the two would leave the call without an answer.
            if (Ended is { } ended)
                return new BusAnswer.NoBus(ended);
            await SendAsync(
                new BusMessage
                {
                    Type = BusMessageType.Call,
                    Serial = serial,
                    Destination = call.Destination,
                    Path = call.Path,
                    Interface = call.Interface,
                    Member = call.Member,
                    Body = call.Arguments,
                },
                ct
            );
            return await answer.Task.WaitAsync(ct);
        }
        finally
        {
            _waiting.TryRemove(serial, out _);
        }
    }

    /// <inheritdoc/>
    public Channel<BusSignal> Subscribe(Predicate<BusSignal> fits)
    {
        var queue = SignalQueue.Create();
        _subscribers[queue] = fits;
        if (Ended is not null)
            queue.Writer.TryComplete();
        return queue;
    }

    /// <inheritdoc/>
    public void Unsubscribe(Channel<BusSignal> queue) => _subscribers.TryRemove(queue, out _);

    /// <inheritdoc/>
    public void Dispose()
    {
        End("The connection to the bus was closed.");
        _socket.Dispose();
    }

    private async Task SendAsync(BusMessage message, CancellationToken ct)
    {
        await _sending.WaitAsync(ct);
        var sending = false;
        try
        {
            ReadOnlyMemory<byte> left = message.Write();
            sending = true;
            while (!left.IsEmpty)
                left = left[await _socket.SendAsync(left, ct)..];
            sending = false;
        }
        catch (Exception broken) when (broken is SocketException or ObjectDisposedException)
        {
            End($"The connection to the bus broke: {broken.Message}");
        }
        finally
        {
            if (sending)
                End("A call to the bus could not be sent completely.");
            _sending.Release();
        }
    }

    private async Task ReadLoopAsync()
    {
        try
        {
            var prologue = new byte[BusMessage.Prologue];
            while (await FillAsync(prologue, 0))
            {
                var bytes = new byte[BusMessage.LengthOf(prologue)];
                prologue.CopyTo(bytes, 0);
                if (!await FillAsync(bytes, prologue.Length))
                    break;
                Dispatch(BusMessage.Read(bytes));
            }
            End("The bus closed the connection.");
        }
        catch (Exception broken) when (broken is SocketException or ObjectDisposedException or OperationCanceledException)
        {
            End($"The connection to the bus broke: {broken.Message}");
        }
        catch (BusFormatException unreadable)
        {
            End($"The bus sent what is not a D-Bus message: {unreadable.Message}");
        }
    }

    private async ValueTask<bool> FillAsync(byte[] buffer, int filled)
    {
        while (filled < buffer.Length)
        {
            var read = await _socket.ReceiveAsync(buffer.AsMemory(filled), _closing.Token);
            if (read == 0)
                return false;
            filled += read;
        }
        return true;
    }

    private void Dispatch(BusMessage message)
    {
        switch (message.Type)
        {
            case BusMessageType.Return or BusMessageType.Error:
                if (_waiting.TryGetValue(message.ReplySerial, out var waiting))
                    waiting.TrySetResult(AnswerIn(message));
                break;
            case BusMessageType.Signal:
                Deliver(
                    new BusSignal(message.Sender ?? "", message.Path ?? "", message.Interface ?? "", message.Member ?? "", message.Body)
                );
                break;
            case BusMessageType.Call when message.WantsReply:
                _ = RefuseAsync(message);
                break;
        }
    }

    private void Deliver(BusSignal signal)
    {
        foreach (var (queue, fits) in _subscribers)
        {
            if (fits(signal))
                queue.Writer.TryWrite(signal);
        }
    }

    private static BusAnswer AnswerIn(BusMessage message) =>
        message.Type == BusMessageType.Return
            ? new BusAnswer.Values(message.Body)
            : new BusAnswer.Error(message.ErrorName ?? "", message.Body is [BusValue.Text text, ..] ? text.Value : "");

    /// <summary>This connection offers no methods; a caller gets an error instead of waiting.</summary>
    private async Task RefuseAsync(BusMessage call)
    {
        await Task.Yield();
        await SendAsync(
            new BusMessage
            {
                Type = BusMessageType.Error,
                Serial = (uint)Interlocked.Increment(ref _serial),
                ReplySerial = call.Serial,
                Destination = call.Sender,
                ErrorName = "org.freedesktop.DBus.Error.UnknownMethod",
                WantsReply = false,
                Body = [BusValue.Of("This program offers nothing on the bus.")],
            },
            _closing.Token
        );
    }

    private void End(string why)
    {
        if (Interlocked.CompareExchange(ref _ended, why, null) is not null)
            return;
        _closing.Cancel();
        foreach (var waiting in _waiting.Values)
            waiting.TrySetResult(new BusAnswer.Lost(why));
        foreach (var queue in _subscribers.Keys)
            queue.Writer.TryComplete();
    }
}
