using System.Runtime.CompilerServices;
using System.Threading.Channels;

namespace IwTune.Agent.Linux.SystemBus;

/// <summary>Opens a connection to a bus.</summary>
/// <returns>The connection, or why there is none.</returns>
internal delegate Task<(IBusConnection? Opened, string Trouble)> OpenBus(string address, CancellationToken ct);

/// <summary>The bus over one connection after another: opened when first needed, and again when the last one ended.</summary>
/// <param name="address">Where it listens, as D-Bus writes it.</param>
/// <param name="open">Opens a connection.</param>
/// <param name="time">Limits waiting and spaces attempts.</param>
internal sealed class ReconnectingBus(string address, OpenBus open, TimeProvider time) : ISystemBus
{
    /// <summary>A bus that accepts connections and says nothing is stopped or stuck.</summary>
    private static readonly TimeSpan ConnectLimit = TimeSpan.FromSeconds(5);

    /// <summary>A watch that ends does not keep its owner waiting.</summary>
    private static readonly TimeSpan LeaveLimit = TimeSpan.FromSeconds(1);

    private readonly SemaphoreSlim _connecting = new(1, 1);
    private IBusConnection? _connection;
    private volatile bool _disposed;

    /// <inheritdoc/>
    public async ValueTask<BusAnswer> CallAsync(BusCall call, CancellationToken ct)
    {
        var (connection, trouble) = await ConnectedAsync(ct);
        return connection is null ? new BusAnswer.NoBus(trouble) : await CallAsync(connection, call, ct);
    }

    /// <inheritdoc/>
    public async ValueTask<string?> OwnerAsync(string name, CancellationToken ct) =>
        BusNames.OwnerIn(await CallAsync(BusNames.Ask("GetNameOwner", BusValue.Of(name)), ct));

    /// <inheritdoc/>
    public async IAsyncEnumerable<BusObservation> WatchAsync(BusWatch watch, [EnumeratorCancellation] CancellationToken ct)
    {
        var pause = new ReconnectPause(time);
        for (var first = true; ; first = false)
        {
            var (connection, _) = await ConnectedAsync(ct);
            if (connection is not null)
            {
                var queue = connection.Subscribe(message => Fits(message, watch));
                try
                {
                    if (await SubscribedAsync(connection, watch, ct) is { } owner)
                    {
                        pause.Reset();
                        // Also the first time when no program owns the name yet: then nothing can be out of date.
                        if (!first)
                            yield return new BusObservation.OwnerChanged(owner);
                        await foreach (var news in NewsIn(queue, owner, ct))
                            yield return news;
                    }
                }
                finally
                {
                    connection.Unsubscribe(queue);
                    await LeaveAsync(connection, watch);
                }
            }
            await pause.WaitAsync(ct);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _disposed = true;
        _connection?.Dispose();
    }

    private static bool Fits(BusSignal message, BusWatch watch) =>
        IsOwnerChange(message, watch.Name)
        || ((watch.Interface is null || watch.Interface == message.Interface) && (watch.Member is null || watch.Member == message.Member));

    /// <summary>The bus writes the sender into every message, and no peer can own the bus's name.</summary>
    private static bool IsOwnerChange(BusSignal message, string name) =>
        message
            is {
                Sender: BusNames.Bus,
                Interface: BusNames.Bus,
                Member: BusNames.OwnerChanged,
                Body: [BusValue.Text of, BusValue.Text, BusValue.Text]
            }
        && of.Value == name;

    private static async IAsyncEnumerable<BusObservation> NewsIn(
        Channel<BusSignal> queue,
        string owner,
        [EnumeratorCancellation] CancellationToken ct
    )
    {
        await foreach (var message in queue.Reader.ReadAllAsync(ct))
        {
            if (message.Sender == BusNames.Bus && message.Member == BusNames.OwnerChanged)
                yield return new BusObservation.OwnerChanged(owner = message.Body[2].AsText!);
            else if (message.Sender == owner && owner.Length > 0)
                yield return new BusObservation.Signal(message.Path, message.Interface, message.Member, message.Body);
        }
    }

    /// <returns>The name's owner once subscribed; <see langword="null"/> when the bus went away meanwhile.</returns>
    private async Task<string?> SubscribedAsync(IBusConnection connection, BusWatch watch, CancellationToken ct)
    {
        foreach (var rule in BusNames.Rules(watch))
        {
            if (await CallAsync(connection, BusNames.Ask("AddMatch", BusValue.Of(rule)), ct) is not BusAnswer.Values)
                return null;
        }
        return BusNames.OwnerIn(await CallAsync(connection, BusNames.Ask("GetNameOwner", BusValue.Of(watch.Name)), ct));
    }

    /// <summary>The bus counts equal rules, so another watch of the same keeps its own.</summary>
    private async Task LeaveAsync(IBusConnection connection, BusWatch watch)
    {
        foreach (var rule in BusNames.Rules(watch))
        {
            if (connection.Ended is null)
                await CallAsync(
                    connection,
                    BusNames.Ask("RemoveMatch", BusValue.Of(rule)) with
                    {
                        Limit = LeaveLimit,
                    },
                    CancellationToken.None
                );
        }
    }

    private async Task<BusAnswer> CallAsync(IBusConnection connection, BusCall call, CancellationToken ct)
    {
        using var limit = new CancellationTokenSource(call.Limit, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(ct, limit.Token);
        try
        {
            return await connection.CallAsync(call, either.Token);
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            return new BusAnswer.Lost($"{call} was not answered within {call.Limit.TotalSeconds:0} s.");
        }
    }

    private async Task<(IBusConnection? Connection, string Trouble)> ConnectedAsync(CancellationToken ct)
    {
        await _connecting.WaitAsync(ct);
        try
        {
            if (_disposed)
                return (null, "The connection to the bus was closed.");
            if (_connection is { Ended: null } alive)
                return (alive, "");
            _connection?.Dispose();
            _connection = null;
            using var limit = new CancellationTokenSource(ConnectLimit, time);
            using var either = CancellationTokenSource.CreateLinkedTokenSource(ct, limit.Token);
            var (opened, trouble) = await OpenAsync(either.Token, ct);
            _connection = opened;
            // Closed meanwhile, by a caller that did not see this connection.
            if (_disposed)
                opened?.Dispose();
            return (opened, trouble);
        }
        finally
        {
            _connecting.Release();
        }
    }

    private async Task<(IBusConnection? Opened, string Trouble)> OpenAsync(CancellationToken limited, CancellationToken ct)
    {
        try
        {
            return await open(address, limited);
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            return (null, $"The bus at {address} did not answer the greeting within {ConnectLimit.TotalSeconds:0} s.");
        }
    }
}
