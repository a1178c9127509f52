using IwTune.Agent.Control;
using IwTune.Agent.Control.Keys;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;
using IwTune.Agent.Simulated;
using IwTune.Shared.Statistics;
using IwTune.Shared.Wire;
using IwTune.Swarm.Hosts;

namespace IwTune.Swarm.Running;

/// <summary>One host of a swarm: the agent's daemon, with its own state directory, over a simulated machine.</summary>
public sealed class SwarmHost
{
    private readonly Lock _gate = new();
    private readonly Grounds _grounds;
    private readonly HostClock _clock;
    private readonly Machine _machine;
    private readonly SeededRandom _random;
    private readonly string _folder;
    private CancellationTokenSource? _stop;
    private Task _running = Task.CompletedTask;
    private Daemon? _daemon;
    private volatile CheckInRequest? _said;
    private long _answered;

    internal SwarmHost(
        Grounds grounds,
        string folder,
        HostIdentity identity,
        Func<HostIdentity, HostClock, Machine> make,
        SeededRandom random
    )
    {
        (_grounds, _folder, _clock, _random) = (grounds, folder, new HostClock(), new SeededRandom(random.Next()));
        Directory.CreateDirectory(State);
        _machine = make(identity, _clock);
    }

    /// <summary>Its name.</summary>
    public string Name => _machine.Identity.Facts.HostName;

    /// <summary>Its reported properties.</summary>
    public HostFacts Facts => _machine.Identity.Facts;

    /// <summary>True for one with an emulated Windows.</summary>
    public bool IsWindows => _machine.Identity.Windows is not null;

    /// <summary>True when another program owns its default route and its agent only reports.</summary>
    public bool ReportsOnly => _machine.Identity.Owner == "bird";

    /// <summary>Its id at the server; empty before it has enrolled.</summary>
    public string HostId { get; private set; } = "";

    /// <summary>The last check-in it sent; <see langword="null"/> before the first.</summary>
    public CheckInRequest? Said => _said;

    /// <summary>Its check-ins that the server answered.</summary>
    public long Answered => Interlocked.Read(ref _answered);

    /// <summary>Its default window as the machine has it, segments; <see langword="null"/> when it is the system's own.</summary>
    public int? Window => _machine.Window;

    /// <summary>True while its daemon runs.</summary>
    public bool Member => _stop is not null;

    internal string State => Path.Combine(_folder, "state");

    internal Machine Machine => _machine;

    internal HostClock Clock => _clock;

    /// <summary>Enrols, as <c>iwtune enroll</c> does.</summary>
    /// <returns>The error as a sentence; empty on success.</returns>
    internal async Task<string> EnrolAsync(string token, CancellationToken ct)
    {
        var (identity, problem) = await new Enrolment(_clock) { Keys = HostKeyStore.In(State) }.JoinAsync(
            _grounds.Server,
            token,
            _grounds.Pin,
            Facts,
            former: null,
            ct
        );
        if (identity is null)
            return problem;
        if (_grounds.Period is { } period)
            identity = identity with { Schedule = identity.Schedule with { IntervalSeconds = (int)period.TotalSeconds } };
        IdentityFile.Write(State, identity);
        HostId = identity.HostId;
        return "";
    }

    /// <summary>Starts the daemon.</summary>
    internal void Start()
    {
        var stop = _stop = new CancellationTokenSource();
        _running = Task.Run(() => RunAsync(stop.Token), CancellationToken.None);
    }

    /// <summary>Stops the daemon; the machine does not change.</summary>
    internal async Task StopAsync()
    {
        if (_stop is null)
            return;
        await _stop.CancelAsync();
        await _running;
        _stop.Dispose();
        _stop = null;
    }

    /// <summary>Calls the daemon, as a command on the host would.</summary>
    public async Task<LocalReply?> AskAsync(LocalRequest request, CancellationToken ct) =>
        _daemon is { } daemon ? await daemon.AnswerAsync(request, ct) : null;

    /// <summary>The state directory returns to an earlier state, as when a virtual machine is restored from a snapshot.</summary>
    internal async Task RestoreAsync()
    {
        await StopAsync();
        var before = Path.Combine(_folder, "snapshot");
        CopyOf(State, before);
        Start();
        // Numbers are reserved on disk a stride ahead: a restored host repeats them only after it has used some.
        var since = _said;
        for (var tries = 0; ReferenceEquals(_said, since) && tries < 100; tries++)
            await Task.Delay(100);
        await StopAsync();
        Directory.Delete(State, recursive: true);
        Directory.Move(before, State);
        Start();
    }

    /// <summary>Boots: the daemon ends, the kernel forgets, the daemon starts.</summary>
    internal async Task RebootAsync()
    {
        await StopAsync();
        _machine.Reboot(Mixture.Guid(_random));
        Start();
    }

    private async Task RunAsync(CancellationToken ct)
    {
        try
        {
            var settings = SettingsFile.Load(StateDirectory.At(State), () => CentralSettings.None);
            var log = new AgentLog(Logged);
            var tuner = _machine.Open();
            using var closing = tuner as IDisposable;
            var host = new DaemonHost(tuner, new SimulatedProbe(_clock), _machine, new KnownPeers()) { Connections = _machine.Connections };
            var surroundings = new DaemonProcess
            {
                // A garbage collection for each of thousands of agents would use all of the process's time.
                AfterTurn = () => { },
                Wire = network => new Wire(network, _grounds.Counts, _grounds.Faults, Say, () => Interlocked.Increment(ref _answered)),
                Telling = _grounds.Telling,
            };
            using var daemon = new Daemon(new DaemonOptions(State, "", null), settings, host, _clock, Share, log, surroundings);
            using var listener = new LocalListener(new NobodyAsks(), daemon.AnswerAsync, log, _clock);
            _daemon = daemon;
            await daemon.RunAsync(listener, new NobodyWatches(), null, ct);
        }
        catch (OperationCanceledException) when (ct.IsCancellationRequested) { }
        catch (Exception e)
        {
            _grounds.Counts.Failed($"daemon: {e.GetType().Name}");
            _grounds.Warned($"{Name}: the daemon ended: {e}");
        }
        finally
        {
            _daemon = null;
        }
    }

    private void Say(CheckInRequest said)
    {
        var before = _said?.Held?.Digest;
        _said = said;
        if (before != said.Held?.Digest)
            _grounds.Publications.Moved(before, said.Held?.Digest);
    }

    private void Logged(LogSeverity severity, string line)
    {
        if (severity != LogSeverity.Information)
            _grounds.Warned($"{Name}: {line}");
    }

    private double Share()
    {
        lock (_gate)
            return _random.Share();
    }

    private static void CopyOf(string folder, string to)
    {
        Directory.CreateDirectory(to);
        foreach (var path in Directory.GetFiles(folder, "*", SearchOption.AllDirectories))
        {
            var copy = Path.Combine(to, Path.GetRelativePath(folder, path));
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(path, copy, overwrite: true);
        }
    }
}
