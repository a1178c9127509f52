using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Threading.Channels;
using IwTune.Agent.Linux.Containers;
using IwTune.Agent.Linux.Watching;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux;

public sealed partial class LinuxTuner
{
    /// <summary>
    /// Each change only says that there is something to read. When no reader takes them for a while, the newest few say the same.
    /// </summary>
    private const int Untold = 64;

    private readonly LastAuthors _lastAuthors = new();

    /// <inheritdoc/>
    public async IAsyncEnumerable<HostChanged> WatchAsync([EnumeratorCancellation] CancellationToken ct)
    {
        using var notifications = await ListenAsync(ct);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(ct);
        var told = Channel.CreateBounded<HostChanged>(new BoundedChannelOptions(Untold) { FullMode = BoundedChannelFullMode.DropOldest });
        // Read at once, even while the listener is busy: an author is named while it lives, and the buffer stays empty.
        var reading = Task.WhenAll(
            TellAsync(notifications, told.Writer, stop.Token),
            BusChanges.TellAsync(Oracle.Bus, told.Writer, stop.Token),
            ContainerChanges.TellAsync(_bpf, clock, told.Writer, stop.Token)
        );
        try
        {
            await foreach (var change in told.Reader.ReadAllAsync(ct))
                yield return change;
        }
        finally
        {
            await stop.CancelAsync();
            await reading;
        }
    }

    private static async Task TellAsync(RouteNotifications notifications, ChannelWriter<HostChanged> told, CancellationToken ct)
    {
        try
        {
            while (true)
            {
                foreach (var change in await notifications.NextAsync(ct))
                    told.TryWrite(change);
            }
        }
        catch (OperationCanceledException)
        {
            told.Complete();
        }
        catch (SocketException failure)
        {
            told.Complete(new TunerUnavailableException($"listening for route changes: {failure.Message}", failure));
        }
    }

    private ValueTask<RouteNotifications> ListenAsync(CancellationToken ct) =>
        AloneAsync(
            "listening for route changes",
            own => ValueTask.FromResult(new RouteNotifications(() => _gate.Port ?? own.Port, new ChangeAuthors(clock), _lastAuthors)),
            ct
        );
}
