using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Linux.Bpf;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Linux.Routes;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

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
    // What a host's connections get their window from does not change while a process runs: see docs/agent-settings.md.
    private readonly BpfBackend? _bpf = options.Settings() is { Backend: Backend.Bpf, ControlGroup: var group } ? new BpfBackend(group, options.Stays) : null;
    private NetlinkSocket? _netlink;

    /// <summary>With the settings of a host whose administrator decided nothing.</summary>
    public LinuxTuner(TimeProvider clock)
        : this(new HostOptions(), clock)
    {
    }

    /// <summary>Who made which route.</summary>
    internal OwnerOracle Oracle { private get; init; } = new(clock, settings: options.Settings);

    /// <inheritdoc/>
    public Capabilities Capabilities => new(InitRwnd: true, Prefixes: true, Interfaces: true, Tables: true, _bpf?.Unsupported);

    /// <summary>The kernel's number of the program that this process keeps attached; 0 without one.</summary>
    internal uint ProgramId => _bpf?.ProgramId ?? 0;

    /// <inheritdoc/>
    public ValueTask<HostSnapshot> ReadAsync(CancellationToken ct) => AloneAsync("reading the routes", async netlink =>
    {
        var reading = RouteReading.All(netlink, await Oracle.ReadAsync(ct));
        var targets = reading.Targets(_lastAuthors.Of);
        return new HostSnapshot(clock.GetUtcNow(), _bootId, _bpf?.Over(targets) ?? targets, reading.Interfaces);
    }, ct);

    /// <inheritdoc/>
    public Resolution Resolve(BundleContent content, HostSnapshot observed) => Resolver.Resolve(content, observed);

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
        _bpf?.Dispose();
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
        catch (BpfException failure)
        {
            throw new TunerUnavailableException($"{tried}: {failure.Message}", failure);
        }
        finally
        {
            _gate.Release();
        }
    }
}
