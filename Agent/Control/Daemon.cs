using IwTune.Agent.Control.Answers;
using IwTune.Agent.Control.Bundles;
using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Control.Experiments;
using IwTune.Agent.Control.Loops;
using IwTune.Agent.Control.Traffic;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control;

/// <summary>
/// A running agent: its parts, and the order in which its loops start and stop. Stopping leaves every window unchanged except those of
/// shadow routes.
/// </summary>
public sealed class Daemon : IDisposable
{
    private readonly DaemonHost _host;
    private readonly SettingsFile _settings;
    private readonly TimeProvider _clock;
    private readonly AgentLog _log;
    private readonly HostControl _control;
    private readonly Experimenting _experiments;
    private readonly ExperimentDesk _experimentDesk;
    private readonly ServerLoop _server;
    private readonly TrafficLoop _traffic;
    private readonly StatusAnswer _status;
    private readonly LocalAnswers _answers;
    private readonly IReadOnlyList<IDaemonLoop> _loops;

    /// <summary>For the process that holds the state directory's lock.</summary>
    /// <exception cref="StateUnusableException">The state directory cannot be used.</exception>
    public Daemon(
        DaemonOptions options,
        SettingsFile settings,
        DaemonHost host,
        TimeProvider clock,
        Func<double> random,
        AgentLog log,
        DaemonProcess? surroundings = null
    )
    {
        (_host, _settings, _clock, _log) = (host, settings, clock, log);
        var around = surroundings ?? DaemonProcess.Usual;
        var state = StateDirectory.Open(options.StateDirectory);
        var sight = new TrafficSight(host, () => settings.Settings.FallBackAfter, clock);
        var reconciler = Reconciler.Open(state, host.Tuner, host.Probe, clock, log, settings: () => settings.Settings, sight: sight.OfHost);
        var store = BundleStore.Open(state.File(BundleStore.Name));
        _control = new HostControl(reconciler, store, clock, log, () => sight.WhyNothingIsRaised, around.AfterTurn);
        _experiments = new Experimenting(
            new ExperimentGround
            {
                State = state,
                Journal = reconciler.Journal,
                Stripes = host.Stripes,
                Connections = host.Connections,
                Monitoring = sight.Monitoring,
                Unseen = () => sight.Unseen,
                Rules = () => reconciler.Rules,
                Limits = () => _control.Bundles.Content.Wanted?.Content.Limits ?? Limits.None,
                Tell = _control.Reports.Add,
                Clock = clock,
                Random = random,
                Log = log,
            }
        );
        _experimentDesk = new ExperimentDesk(_experiments, _control, reconciler, log);
        _server = new ServerLoop(state, _control, host.Facts, host.Peers, around.Wire, clock, random, log)
        {
            Follows = options.PolicyFile is null,
        };
        var undisturbed = new UndisturbedSink(reconciler.Decisions, () => _experiments.Disturbs);
        _traffic = new TrafficLoop(sight, host.Connections, _control, [_experiments, undisturbed], around.Telling, TellEvery, clock, log)
        {
            Apart = _experiments.Gave,
        };
        _status = new StatusAnswer(options, settings, state, reconciler, _control, _experiments, sight, _server, clock);
        _answers = new LocalAnswers(
            _status,
            sight,
            _server,
            _experimentDesk,
            new LocalDeskAnswers(_control, _experimentDesk, _server),
            new StandingAnswers(_control, settings, _server, clock)
        );
        _loops =
        [
            new DriftLoop(host.Tuner, _control.Enforcement, clock, log),
            new SafetyNetLoop(_control, settings, clock, log),
            new HoldLoop(_control.Standing, clock),
            new OwnerLoop(_control.Enforcement, clock),
            new ConfirmTimerLoop(_control.Enforcement, clock),
            _traffic,
            new DecisionLoop(_control.Deciding, sight, clock),
            new CounterLoop(sight, _control, host.Connections is null ? TellEvery : () => null, clock),
            .. host.Rehearsal is { } rehearsal
                ? (IDaemonLoop[])[new RehearsalLoop(rehearsal, new Rehearsals(state.File(Rehearsals.Name)), _control, settings, clock, log)]
                : [],
        ];
    }

    /// <summary>Why the policy file is not used since it was last read, as sentences; empty when it is.</summary>
    public string PolicyProblem
    {
        set => _status.PolicyProblem = value;
    }

    /// <summary>Answers a request that its asker may make.</summary>
    public ValueTask<LocalReply> AnswerAsync(LocalRequest request, CancellationToken ct) => _answers.AnswerAsync(request, ct);

    private TimeSpan? TellEvery() => _server.Membership?.Shipper.TellEvery;

    /// <summary>Serves until cancelled.</summary>
    /// <param name="listener">The endpoint's server over this daemon's <see cref="AnswerAsync"/>.</param>
    /// <param name="supervisor">Who started it.</param>
    /// <param name="content">What the policy file asks for; <see langword="null"/> without one.</param>
    /// <param name="ct">Stops it.</param>
    public async Task RunAsync(LocalListener listener, ISupervisor supervisor, BundleContent? content, CancellationToken ct)
    {
        await StartAsync(content, ct);
        using var all = CancellationTokenSource.CreateLinkedTokenSource(ct);
        List<Task> loops =
        [
            listener.RunAsync(all.Token),
            new WatchdogLoop(supervisor, _control.Enforcement, _clock).RunAsync(all.Token),
            _experiments.RunAsync(_control.Queue, all.Token),
            .. _loops.Select(loop => loop.RunAsync(all.Token)),
        ];
        if (_host.RoundTrips is { } rounds)
            loops.Add(rounds.RunAsync(evidence => _control.MeasuredAsync([evidence], _control.WantedDigest, all.Token), all.Token));
        if (content is null)
            loops.Add(_server.RunAsync(all.Token));
        supervisor.Ready(_status.Summary);
        _log.Info(_status.Summary);
        var ended = await Task.WhenAny(loops);
        supervisor.Stopping();
        await all.CancelAsync();
        await Task.WhenAll(loops).ContinueWith(_ => { }, CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Default);
        await _experimentDesk.EndAsync(ExperimentPhase.Interrupted, "the agent was stopped");
        await _control.Enforcement.StandDownAsync();
        if (!ct.IsCancellationRequested)
            await ended; // A loop never ends by itself: this throws what ended it.
    }

    /// <summary>Reads settings, limits and routes anew, and the policy file's new content when there is one.</summary>
    public Task ReloadAsync(BundleContent? content, CancellationToken ct)
    {
        _settings.Reload();
        if (_settings.Problem.Length > 0)
            _log.Warn(_settings.Problem);
        _host.RoundTrips?.SettingsChanged();
        return content is null ? _control.Enforcement.ReconcileAsync(ct) : _control.Local.FollowFileAsync(content, ct);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _traffic.Dispose();
        _server.Dispose();
        _control.Dispose();
    }

    private async Task StartAsync(BundleContent? content, CancellationToken ct)
    {
        _traffic.Open();
        if (content is null)
            _server.OpenReports();
        if (_status.NotFollowed is { Length: > 0 } problem)
            _log.Warn(problem);
        await _control.Enforcement.StartAsync(ct);
        await _control.Queue.RunAsync(
            _ =>
            {
                _experiments.Recover();
                return Task.CompletedTask;
            },
            ct
        );
        if (content is not null)
            await _control.Local.FollowFileAsync(content, ct);
        else
            await _control.Enforcement.ReconcileAsync(ct);
    }
}
