using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Linux.Routes;
using IwTune.Agent.Linux.Strategies;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux;

/// <summary>
/// Reads and sets the windows of the routes of one network namespace: that of the thread which first calls it. One thing at a time.
/// rtnetlink answers at once; only owners that are asked over the system bus make it wait.
/// </summary>
/// <param name="options">What the host's administrator decided.</param>
/// <param name="clock">Dates readings and times the watch.</param>
public sealed partial class LinuxTuner(HostOptions options, TimeProvider clock) : ITuner, IDisposable
{
    private readonly SemaphoreSlim _gate = new(1, 1);
    private readonly string _bootId = BootId.Read();
    private NetlinkSocket? _netlink;

    /// <summary>With the settings of a host whose administrator decided nothing.</summary>
    public LinuxTuner(TimeProvider clock)
        : this(new HostOptions(), clock)
    {
    }

    /// <summary>Who made which route.</summary>
    internal OwnerOracle Oracle { private get; init; } = new(clock);

    /// <inheritdoc/>
    public Capabilities Capabilities { get; } = new(InitRwnd: true, Prefixes: true, Interfaces: true, Tables: true);

    /// <inheritdoc/>
    public ValueTask<HostSnapshot> ReadAsync(CancellationToken ct) => AloneAsync("reading the routes", async netlink =>
    {
        var reading = RouteReading.All(netlink, await Oracle.ReadAsync(ct));
        return new HostSnapshot(clock.GetUtcNow(), _bootId, reading.Targets(_lastAuthors.Of), reading.Interfaces);
    }, ct);

    /// <summary>The command by which a person makes the target what it was, without the agent.</summary>
    /// <exception cref="TunerUnavailableException">The names of the interfaces cannot be read.</exception>
    public ValueTask<string> ByHandAsync(BeforeImage before, CancellationToken ct) => AloneAsync(
        "reading the interfaces",
        async netlink =>
        {
            var route = RouteMessage.Read(before.Raw);
            var reading = RouteReading.Around(netlink, route.Key, await Oracle.ReadAsync(ct));
            var shadows = reading.ShadowsBefore(route).Select(shadow => IpRouteCommand.Delete(shadow, reading.NameOf)).ToList();
            return shadows.Count > 0 ? string.Join('\n', shadows)
                : reading.OfKey(route.Key).Exists(now => reading.StrategyFor(now) is ShadowStrategy) ? $"# {before.TargetId} is its owner's: no shadow route stands before it"
                : IpRouteCommand.Change(route, reading.NameOf);
        },
        ct);

    /// <inheritdoc/>
    /// <remarks>Interfaces keep their index when they are renamed, and it is what a route's bytes name them by.</remarks>
    public bool IsRenamed(Target target, BeforeImage before)
    {
        var (now, then) = (RouteMessage.Read(target.Raw), RouteMessage.Read(before.Raw));
        return now.Key == then.Key && now.SameExceptWindow(then);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _netlink?.Dispose();
        Oracle.Dispose();
        _gate.Dispose();
    }

    /// <summary>Turns what netlink cannot do into what the caller can do about it; a socket that failed is not used again.</summary>
    private async ValueTask<T> AloneAsync<T>(string tried, Func<NetlinkSocket, ValueTask<T>> ask, CancellationToken ct)
    {
        await _gate.WaitAsync(ct);
        try
        {
            return await ask(_netlink ??= NetlinkSocket.Open());
        }
        catch (Exception failure) when (failure is NetlinkException or NetlinkFormatException)
        {
            _netlink?.Dispose();
            _netlink = null;
            throw new TunerUnavailableException($"{tried}: {failure.Message}", failure);
        }
        finally
        {
            _gate.Release();
        }
    }
}
