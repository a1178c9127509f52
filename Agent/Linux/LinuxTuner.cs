using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Linux.Routes;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux;

/// <summary>
/// Reads and sets the windows of the routes of one network namespace: that of the thread which first calls it.
/// Everything completes synchronously; rtnetlink answers at once.
/// </summary>
/// <param name="clock">Dates readings and times the watch.</param>
public sealed partial class LinuxTuner(TimeProvider clock) : ITuner, IDisposable
{
    private readonly object _gate = new();
    private readonly string _bootId = BootId.Read();
    private NetlinkSocket? _netlink;
    private InterfaceOwners? _owners;

    /// <inheritdoc/>
    public Capabilities Capabilities { get; } = new(InitRwnd: true, Prefixes: true, Interfaces: true);

    /// <inheritdoc/>
    public ValueTask<HostSnapshot> ReadAsync(CancellationToken ct)
    {
        ct.ThrowIfCancellationRequested();
        lock (_gate)
        {
            return ValueTask.FromResult(Ask("reading the routes", netlink =>
            {
                var reading = RouteReading.All(netlink, Owners);
                return new HostSnapshot(clock.GetUtcNow(), _bootId, reading.Targets(), reading.Interfaces);
            }));
        }
    }

    /// <summary>The command by which a person makes the target what it was, without the agent.</summary>
    /// <exception cref="TunerUnavailableException">The names of the interfaces cannot be read.</exception>
    public string ByHand(BeforeImage before)
    {
        lock (_gate)
            return Ask("reading the interfaces", netlink => IpRouteCommand.Change(RouteMessage.Read(before.Raw), RouteReading.All(netlink, Owners).NameOf));
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        lock (_gate)
            _netlink?.Dispose();
    }

    private InterfaceOwners Owners => _owners ??= InterfaceOwners.Here();

    /// <summary>Turns what netlink cannot do into what the caller can do about it; a socket that failed is not used again.</summary>
    private T Ask<T>(string tried, Func<NetlinkSocket, T> ask)
    {
        try
        {
            return ask(_netlink ??= NetlinkSocket.Open());
        }
        catch (Exception failure) when (failure is NetlinkException or NetlinkFormatException)
        {
            _netlink?.Dispose();
            _netlink = null;
            throw new TunerUnavailableException($"{tried}: {failure.Message}", failure);
        }
    }
}
