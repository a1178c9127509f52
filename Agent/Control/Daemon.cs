using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Engine.Passive;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control;

/// <summary>The loops of a running agent, and the order in which they start and stop. Stopping leaves every window as it is but those of shadow routes.</summary>
public sealed partial class Daemon : IDisposable
{
    /// <summary>Events tell of changes at once; this is for those that never came.</summary>
    private static readonly TimeSpan SafetyNet = TimeSpan.FromMinutes(5);

    private static readonly TimeSpan LookForHold = TimeSpan.FromSeconds(5);

    private static readonly TimeSpan AgainAfterTrouble = TimeSpan.FromSeconds(5);

    private readonly DaemonOptions _options;
    private readonly SettingsFile _settings;
    private readonly Backend _backend;
    private readonly StateDirectory _state;
    private readonly ITuner _tuner;
    private readonly IHostFacts _facts;
    private readonly KnownPeers _peers;
    private readonly TimeProvider _clock;
    private readonly Func<double> _random;
    private readonly AgentLog _log;
    private readonly Reconciler _reconciler;
    private readonly Enforcement _enforcement;

    /// <summary>For the process that holds the state directory's lock.</summary>
    /// <exception cref="StateUnusableException">The state directory cannot be used.</exception>
    public Daemon(
        DaemonOptions options, SettingsFile settings, ITuner tuner, IProbe probe, IHostFacts facts, KnownPeers peers, TimeProvider clock, Func<double> random, AgentLog log)
    {
        _options = options;
        _settings = settings;
        _backend = options.Backend ?? settings.Settings.Backend;
        _state = StateDirectory.Open(options.StateDirectory);
        _tuner = tuner;
        _facts = facts;
        _peers = peers;
        _clock = clock;
        _random = random;
        _log = log;
        _reconciler = Reconciler.Open(_state, tuner, probe, clock, log);
        _reconciler.Settings = () => settings.Settings;
        _enforcement = new Enforcement(_reconciler, BundleStore.Open(_state.File(BundleStore.Name)), clock, log);
        _enforcement.WhyNothingIsRaised = WhyNothingIsRaised;
        _enforcement.AfterTurn = () => Surroundings.AfterTurn();
        Since = clock.GetUtcNow();
        Monitoring = new Monitoring(clock);
        _traffic = new TrafficMemory(clock);
        _seen = new SeenTraffic(clock);
        _lookout = new Lookout(Monitoring, () => settings.Settings.FallBackAfter);
        _reconciler.Sight = See;
    }

    /// <summary>When it started.</summary>
    public DateTimeOffset Since { get; }

    /// <summary>The process it runs in.</summary>
    public Surroundings Surroundings { get; init; } = Surroundings.Usual;

    /// <summary>Measures round-trip times; <see langword="null"/> where they cannot be.</summary>
    public RoundTripRounds? RoundTrips { get; init; }

    /// <summary>Serves until cancelled.</summary>
    /// <param name="listener">The endpoint's server over this daemon's <see cref="AnswerAsync"/>.</param>
    /// <param name="supervisor">Who started it.</param>
    /// <param name="content">What the policy file asks for; <see langword="null"/> without one.</param>
    /// <param name="ct">Stops it.</param>
    public async Task RunAsync(LocalListener listener, ISupervisor supervisor, BundleContent? content, CancellationToken ct)
    {
        OpenConnections();
        if (content is null)
            OpenReports();
        await _enforcement.StartAsync(ct);
        await _enforcement.BesideAsync(() => { Experiments.Recover(); return Task.CompletedTask; }, ct);
        if (content is not null)
            await _enforcement.FollowAsync(content, ct);
        else
            await _enforcement.ReconcileAsync(ct);
        using var all = CancellationTokenSource.CreateLinkedTokenSource(ct);
        Task[] loops =
        [
            listener.RunAsync(all.Token),
            WatchDriftAsync(all.Token),
            KeepSafetyNetAsync(all.Token),
            WatchHoldAsync(all.Token),
            FollowOwnersAsync(all.Token),
            WatchTimerAsync(all.Token),
            FeedWatchdogAsync(supervisor, all.Token),
            ObserveTrafficAsync(all.Token),
            DecideAsync(all.Token),
            CountTrafficAsync(all.Token),
            Experiments.RunAsync(_enforcement.BesideAsync, all.Token),
            .. RoundTrips is { } rounds ? [rounds.RunAsync(evidence => _enforcement.MeasuredAsync([evidence], all.Token), all.Token)] : Array.Empty<Task>(),
            .. content is null ? [FollowServerAsync(all.Token)] : Array.Empty<Task>(),
        ];
        supervisor.Ready(Summary());
        _log.Info(Summary());
        var ended = await Task.WhenAny(loops);
        supervisor.Stopping();
        await all.CancelAsync();
        await Task.WhenAll(loops).ContinueWith(_ => { }, CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Default);
        await EndExperimentAsync(ExperimentPhase.Interrupted, "the agent was stopped");
        await _enforcement.StandDownAsync();
        if (!ct.IsCancellationRequested)
            await ended; // A loop never ends by itself: this throws what ended it.
    }

    /// <summary>Reads settings, limits and routes anew, and the policy file's new content when there is one.</summary>
    public Task ReloadAsync(BundleContent? content, CancellationToken ct)
    {
        _settings.Reload();
        if (_settings.Problem.Length > 0)
            _log.Warn(_settings.Problem);
        RoundTrips?.SettingsChanged();
        return content is null ? _enforcement.ReconcileAsync(ct) : _enforcement.FollowAsync(content, ct);
    }

    /// <summary>What was decided above the settings file may have changed without anybody saying so to the daemon.</summary>
    private void NoticeCentral()
    {
        if (_settings.LookAtCentral())
            _log.Info($"Settings from {(_settings.Central.Means.Length > 0 ? _settings.Central.Means : "outside")} changed. {UnusualSettings.Of(_settings.Settings)}".TrimEnd());
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _opened?.Dispose();
        _membership?.Dispose();
        _enforcement.Dispose();
        _reconciler.Dispose();
    }

    private async Task WatchDriftAsync(CancellationToken ct)
    {
        while (true)
        {
            try
            {
                await foreach (var change in new DriftWatcher(_tuner, _clock).WatchAsync(ct))
                    await _enforcement.ReconcileAsync(ct);
            }
            catch (TunerUnavailableException e)
            {
                _log.Warn($"Changes of the host cannot be watched: {e.Message} Watching again soon; until then the host is read every {SafetyNet.TotalMinutes:0} minutes.");
            }
            await Task.Delay(AgainAfterTrouble, _clock, ct);
            await _enforcement.ReconcileAsync(ct);
        }
    }

    private async Task KeepSafetyNetAsync(CancellationToken ct)
    {
        while (true)
        {
            await Task.Delay(_enforcement.Trouble.Length > 0 ? AgainAfterTrouble : SafetyNet, _clock, ct);
            NoticeCentral();
            await _enforcement.ReconcileAsync(ct);
        }
    }

    private async Task FollowOwnersAsync(CancellationToken ct)
    {
        while (true)
        {
            if (await _enforcement.FollowAsync(ct) is { } again)
                await _enforcement.Turned.WaitAsync(again, _clock, ct);
            else
                await _enforcement.Turned.WaitAsync(ct);
        }
    }

    /// <summary>A hold may come as a file that somebody drops, and end by its own time.</summary>
    private async Task WatchHoldAsync(CancellationToken ct)
    {
        while (true)
        {
            await Task.Delay(LookForHold, _clock, ct);
            await _enforcement.LookAtHoldAsync(ct);
        }
    }

    private async Task WatchTimerAsync(CancellationToken ct)
    {
        while (true)
        {
            if (_enforcement.Left is not { } left)
                await _enforcement.TimerMoved.WaitAsync(ct);
            else if (left > TimeSpan.Zero)
                await _enforcement.TimerMoved.WaitAsync(left, _clock, ct);
            else
            {
                await _enforcement.TimeOverAsync(ct);
                if (_enforcement.Left == TimeSpan.Zero)
                    await Task.Delay(AgainAfterTrouble, _clock, ct);
            }
        }
    }

    private async Task FeedWatchdogAsync(ISupervisor supervisor, CancellationToken ct)
    {
        while (true)
        {
            await Task.Delay(supervisor.WatchdogPeriod ?? Timeout.InfiniteTimeSpan, _clock, ct);
            await _enforcement.PulseAsync(ct);
            supervisor.Watchdog();
        }
    }
}
