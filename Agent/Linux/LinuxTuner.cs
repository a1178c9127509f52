using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Linux.Bpf;
using IwTune.Agent.Linux.Containers;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Linux.Routes;
using IwTune.Agent.Linux.Stripes;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Linux;

/// <summary>
/// Reads and sets the windows of the routes of one network namespace: that of the thread which first calls it. One call at a time.
/// rtnetlink answers at once; only owners that are asked over the system bus make it wait.
/// </summary>
/// <param name="options">What the host's administrator decided.</param>
/// <param name="clock">Dates readings and times the watch.</param>
public sealed partial class LinuxTuner(HostOptions options, TimeProvider clock) : ITuner, IDisposable
{
    private readonly NetlinkGate _gate = new();
    private readonly KnownTargets _known = new();
    private LinuxStripes? _stripes;
    private readonly string _bootId = LinuxBootId.Read();

    // What gives a host's connections their window does not change while a process runs: see docs/agent-settings.md.
    private readonly BpfBackend? _bpf = options.Settings() is { Backend: Backend.Bpf } settings
        ? new BpfBackend(settings.ControlGroup, options.Stays, settings.PodLogs)
        : null;

    /// <summary>With the default settings, as on a host whose administrator decided nothing.</summary>
    public LinuxTuner(TimeProvider clock)
        : this(new HostOptions(), clock) { }

    /// <summary>Who made which route.</summary>
    internal OwnerOracle Oracle { private get; init; } = new(clock, settings: options.Settings);

    /// <summary>Installs the arms of an experiment.</summary>
    internal LinuxStripes Stripes => _stripes ??= new LinuxStripes(_gate, options.Settings);

    /// <summary>Tries a rollback; <see langword="null"/> where a program in the kernel gives connections their window.</summary>
    internal IRehearsal? Rehearsal => _bpf is null ? new RouteRehearsal(_gate, Oracle, TakeAsync, clock) : null;

    /// <inheritdoc/>
    public Capabilities Capabilities =>
        new(InitRwnd: true, Prefixes: true, Interfaces: true, Tables: true, _bpf?.Unsupported)
        {
            NoContainers = ContainerBackend.Lacking(_bpf),
        };

    /// <summary>The kernel's number of the program that this process keeps attached; 0 without one.</summary>
    internal uint ProgramId => _bpf?.ProgramId ?? 0;

    /// <inheritdoc/>
    public ValueTask<HostSnapshot> ReadAsync(CancellationToken ct) =>
        AloneAsync(
            "reading the routes",
            async netlink =>
            {
                var reading = RouteReading.All(netlink, await Oracle.ReadAsync(ct));
                var targets = reading.Targets(_lastAuthors.Of, _known);
                return new HostSnapshot(clock.GetUtcNow(), _bootId, _bpf?.Of(targets) ?? targets, reading.Interfaces);
            },
            ct
        );

    /// <inheritdoc/>
    public Resolution Resolve(BundleContent content, HostSnapshot observed) =>
        Resolver.Resolve(content, observed, Capabilities.NoContainers);

    /// <inheritdoc/>
    public bool IsImageOf(Target target, BeforeImage before) =>
        target.Container is not null || ContainerFacts.IsTarget(before.TargetId)
            ? before.TargetId == target.Id
            : RouteAgain.Is(target, before);

    /// <inheritdoc/>
    public void Dispose()
    {
        _bpf?.Dispose();
        Oracle.Dispose();
        _gate.Dispose();
    }

    private ValueTask<T> AloneAsync<T>(string tried, Func<NetlinkSocket, ValueTask<T>> ask, CancellationToken ct) =>
        _gate.AloneAsync(tried, ask, ct);
}
