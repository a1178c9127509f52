using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.Passive;
using IwTune.Agent.Ports;
using IwTune.Agent.Reporting;
using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control.Experiments;

/// <summary>
/// The one experiment that may run on a host: from the request, through the record that is on the disk before anything is changed, to the
/// end, which removes everything again. It ends by hand, by its time, by harm, when loss would not be seen, when something disturbs it, and
/// with the agent; it is never resumed.
/// </summary>
/// <param name="ground">What it works with.</param>
public sealed partial class Experimenting(ExperimentGround ground) : ISampleSink
{
    private readonly ExperimentStore _store = new(ground.State);
    private ExperimentRun? _run;
    private (ExperimentRun Run, long At)? _past;
    private ExperimentRecord? _record;
    private IReadOnlyDictionary<string, int?> _windows = new Dictionary<string, int?>(StringComparer.Ordinal);
    private int _block;
    private long? _settled;
    private bool _counts;

    /// <summary>Set when one was started.</summary>
    public Signal Started { get; } = new();

    /// <summary>The running one, as a sentence; empty when none runs.</summary>
    public string Running =>
        _record is { Runs: true, Plan: var plan }
            ? $"An experiment runs until {plan.Until:u}: {plan.Describe()}. 'iwtune experiment stop' ends it."
            : "";

    /// <summary>True while connections with windows of an experiment can end: also for a minute after it.</summary>
    public bool Disturbs => Recent is not null;

    private ExperimentRun? Recent =>
        _run ?? (_past is { } past && ground.Clock.GetElapsedTime(past.At) < TimeBlocks.Settling ? past.Run : null);

    /// <summary>Whether an experiment gave the connection its window, so that it is no evidence of the target's.</summary>
    public bool Gave(Connection connection, ServingTarget target) => Recent?.Gave(connection, target.Id) == true;

    /// <inheritdoc/>
    public void Add(ConnectionSample sample) => _run?.Add(sample);

    /// <inheritdoc/>
    public void Lost() => _run?.Lost();

    /// <summary>An experiment of an earlier process is over: what it left has been removed by now.</summary>
    public void Recover()
    {
        foreach (var left in _store.All().Where(record => record.Runs))
            Conclude(left, ExperimentPhase.Interrupted, "the agent was interrupted; its next start removed the rules and routes");
    }

    /// <summary>Starts one.</summary>
    /// <returns>Exit code and what was done, or why not.</returns>
    public async ValueTask<(int Exit, string Text)> StartAsync(ExperimentRequest asked, CancellationToken ct)
    {
        if (ground.Stripes is not { } stripes)
            return (
                ExitCode.Unsupported,
                "This system cannot give connections different windows at the same time: experiments need policy rules of Linux."
            );
        if (_record is { Runs: true })
            return (ExitCode.Error, $"Nothing was started. {Running}");
        var now = ground.Clock.GetUtcNow();
        var plan = PlanOf(asked, now);
        var problems = asked.Problems().ToList();
        if (problems.Count > 0)
            return (ExitCode.Usage, $"Nothing was started. {string.Join(' ', problems)}");
        var layout = plan.LayoutAt(now);
        var reading = await stripes.ReadAsync(layout, ct);
        var largest = InitialWindow.LinuxDefault;
        foreach (var window in reading.Targets.Values)
            largest = Math.Max(largest, window ?? 0);
        problems.AddRange(asked.Refusals(ground.Rules(), ground.Limits(), ground.Monitoring.Blind, largest));
        problems.AddRange(ground.Unseen());
        problems.AddRange(reading.Hindrances);
        if (problems.Count > 0)
            return (ExitCode.Error, $"Nothing was started. {string.Join(' ', problems)}");
        return await BeginAsync(stripes, plan, layout, reading);
    }

    /// <summary>Ends the running one.</summary>
    /// <returns><see langword="false"/> when none runs.</returns>
    public ValueTask<bool> StopAsync(ExperimentPhase phase, string why, CancellationToken ct) =>
        _record is { Runs: true } ? EndAsync(phase, why, ct) : ValueTask.FromResult(false);

    private ExperimentPlan PlanOf(ExperimentRequest asked, DateTimeOffset now) =>
        new()
        {
            Id = _store.NewId(asked.Name, now),
            Name = asked.Name,
            Design = asked.Design,
            Control = asked.Control,
            Treatment = asked.Treatment,
            Destination = asked.Destination,
            Port = asked.Port,
            Seed = asked.Seed ?? (ulong)(ground.Random() * (1L << 53)),
            BlockSeconds = asked.Design == ExperimentDesign.Switchback ? asked.BlockSeconds : 0,
            Alpha = asked.Alpha,
            Started = now,
            Until = now + TimeSpan.FromSeconds(asked.Seconds),
            By = asked.By,
            Reason = asked.Reason,
        };

    private async ValueTask<(int, string)> BeginAsync(IStripes stripes, ExperimentPlan plan, StripeLayout layout, StripesReading reading)
    {
        var wasSame = _store.All().Any(past => past.Plan.IsSame && past.Phase is ExperimentPhase.Finished or ExperimentPhase.Stopped);
        // On the disk before the first rule: after a crash the entry shows what to remove.
        var transaction = ground.Journal.Begin(TransactionKind.Experiment, content: null, plan.Id);
        var record = new ExperimentRecord(plan, ExperimentPhase.Running, transaction.Id);
        _store.Save(record);
        ground.Journal.Confirm(transaction.Id);
        var outcome = await stripes.LayAsync(layout, CancellationToken.None);
        if (outcome is not Outcome.Applied)
        {
            Conclude(record, ExperimentPhase.Failed, outcome.Detail);
            return (ExitCode.Error, $"Nothing was started. {outcome.Detail}");
        }
        var run = new ExperimentRun(plan);
        run.Concerns(reading.Targets.Keys);
        _windows = reading.Targets;
        (_block, _settled, _counts, _run, _record) = (0, null, false, run, record);
        if (plan.Design == ExperimentDesign.Stripes)
            Settle(run);
        ground.Tell(
            new HostEvent(
                HostEventKind.Experiment,
                "",
                $"Experiment started by {plan.By}: {plan.Describe()}, until {plan.Until:u}, seed "
                    + $"{plan.Seed}{(plan.Reason.Length == 0 ? "" : $". {plan.Reason}")}."
            )
        );
        Started.Set();
        var first =
            plan.IsSame || wasSame
                ? ""
                : " No A/A experiment was run on this host yet; 'iwtune experiment start --aa' shows what the measuring itself differs by.";
        return (
            ExitCode.Fine,
            $"Started {plan.Id}: {plan.Describe()}. It ends by itself at {plan.Until:u}, and at once when it does harm; 'iwtune "
                + $"experiment status' shows it, 'iwtune experiment stop' ends it and removes everything.{first}"
        );
    }

    /// <summary>The connections that exist now are in no arm.</summary>
    private void Settle(ExperimentRun run)
    {
        HashSet<ulong> older = [];
        try
        {
            using var feed = ground.Connections?.Open();
            feed?.Read(open => older.Add(open.Id), _ => { });
        }
        catch (Exception e) when (e is TunerUnavailableException or HostUnsupportedException)
        {
            ground.Log.Warn($"The experiment does not count connections yet: {e.Message}");
            return; // the next look tries again
        }
        run.Begin(older);
        _settled = ground.Clock.GetTimestamp();
    }

    private async ValueTask<bool> EndAsync(ExperimentPhase phase, string why, CancellationToken ct)
    {
        var record = _record!;
        Flush();
        var removed = await ground.Stripes!.ClearAsync(ct);
        var text = Sum(_run);
        record = record with { Partial = _run?.Partial ?? false };
        if (_run is { } ended)
            _past = (ended, ground.Clock.GetTimestamp());
        _run = null;
        Conclude(record, phase, why);
        ground.Tell(
            new HostEvent(
                phase is ExperimentPhase.Harmful or ExperimentPhase.Disturbed or ExperimentPhase.Unequal
                    ? HostEventKind.PutBack
                    : HostEventKind.Experiment,
                "",
                $"Experiment ended: {record.Plan.Describe()}: {why}. {removed.Count} rules and routes removed.{text}"
            )
        );
        return true;
    }

    private void Conclude(ExperimentRecord record, ExperimentPhase phase, string why)
    {
        _record = null;
        try
        {
            _store.Save(record with { Phase = phase, Ended = ground.Clock.GetUtcNow(), Why = why });
            ground.Journal.Undo(record.Transaction);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            ground.Log.Warn($"That the experiment {record.Plan.Id} is over could not be written down: {e.Message}");
        }
    }

    private static string Sum(ExperimentRun? run) =>
        run?.Watch.Arms is [var control, var treatment]
            ? $" {control.Connections} connections of the control arm, {control.Lost} of {control.Judged} with loss in the first "
                + $"flight; {treatment.Connections} of the treatment arm, {treatment.Lost} of {treatment.Judged}."
            : "";
}
