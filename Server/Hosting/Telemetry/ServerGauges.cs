using System.Diagnostics.Metrics;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Reports;
using IwTune.Server.Features.Rollouts.Advancing;
using IwTune.Server.Features.Servers;
using IwTune.Server.Features.Webhooks.Delivery;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Hosting.Readiness;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Feed;

namespace IwTune.Server.Hosting.Telemetry;

/// <summary>What is true of this server now. None is by host: a fleet of 100,000 has as many series as one of ten.</summary>
internal sealed class ServerGauges : IDisposable
{
    private static int _made;
    private readonly Meter _meter;
    private readonly RolloutAdvancer _advancer;
    private readonly RolloutGauges _rollouts;

    public ServerGauges(
        HostDirectory hosts,
        Admission admission,
        Intake intake,
        RolloutAdvancer advancer,
        WebhookWorker webhooks,
        Figures figures,
        StoreCheck readiness,
        ChangeFeed feed,
        Leadership leadership,
        Database database,
        TimeProvider clock
    )
    {
        // Tests run several servers in one process; each has gauges of its own.
        MeterName = Interlocked.Increment(ref _made) is var nth and > 1 ? $"{ServerMeters.Name}#{nth}" : ServerMeters.Name + ".State";
        _meter = new(MeterName);
        _rollouts = new(MeterName, () => advancer.Figures);
        _advancer = advancer;
        _advancer.Looked += _rollouts.Follow;
        var started = clock.GetUtcNow();
        Gauge(
            "iwtune_build_info",
            () => [new(1, new("version", ServerVersion.Text), new("store", database.Engine))],
            "",
            "Always 1; its labels say which version runs on which store."
        );
        Gauge("iwtune_start_time", () => started.ToUnixTimeMilliseconds() / 1000.0, "s", "When this server started, seconds since 1970.");
        Gauge("iwtune_hosts", () => hosts.Count, "", "Members of the fleet.");
        Gauge(
            "iwtune_hosts_by_verdict",
            () =>
                figures.Verdicts.Select(pair => new Measurement<double>(
                    pair.Value,
                    new KeyValuePair<string, object?>("verdict", pair.Key.ToString())
                )),
            "",
            "Members of the fleet by their verdict."
        );
        Gauge(
            "iwtune_hosts_without_policy",
            () => figures.WithoutPolicy is { } without ? [new(without)] : [],
            "",
            "Members of the fleet that are compliant only because no policy is assigned."
        );
        Gauge("iwtune_checkins_waiting", () => admission.Waiting, "", "Check-ins held open.");
        Gauge(
            "iwtune_calls_running",
            () => admission.All.Select(budget => Of(budget, budget.Running)),
            "",
            "Calls being answered, by budget."
        );
        Gauge("iwtune_calls_queued", () => admission.All.Select(budget => Of(budget, budget.Queued)), "", "Queued calls, by budget.");
        Gauge("iwtune_feed_in_step", () => feed.Behind.Length == 0 ? 1 : 0, "", "1 while this server is in step with the others.");
        Gauge(
            "iwtune_leader",
            () => leadership.IsLeader ? 1 : 0,
            "",
            "1 on the server that looks after rollouts, silence and the audit log."
        );
        Gauge(
            "iwtune_replica_used",
            () => database.Replica is { } replica ? [new(replica.Use == ReplicaUse.Used ? 1 : 0)] : [],
            "",
            "1 if long readings use the replica."
        );
        Gauge(
            "iwtune_replica_behind",
            () => database.Replica is { BehindBytes: { } bytes } ? [new(bytes)] : [],
            "By",
            "Log that the replica had not replayed when it was looked at last."
        );
        Gauge("iwtune_report_posts_waiting", () => intake.Posts, "", "Posts of reports that are not answered yet.");
        Gauge(
            "iwtune_rollout_look_age",
            () => (clock.Now() - advancer.LookedAt) / 1000.0,
            "s",
            "Age of the last rollout evaluation on this server."
        );
        Gauge(
            "iwtune_webhook_deliveries",
            () =>
                [
                    new(webhooks.Standing.Waiting, new KeyValuePair<string, object?>("state", "waiting")),
                    new(webhooks.Standing.Dead, new KeyValuePair<string, object?>("state", "dead")),
                ],
            "",
            "Deliveries waiting and given up."
        );
        Gauge(
            "iwtune_webhook_oldest_waiting_age",
            () => webhooks.Standing.Oldest is > 0 and var at ? Math.Max(0, clock.Now() - at) / 1000.0 : 0,
            "s",
            "Age of the oldest event that waits for a webhook."
        );
        Gauge(
            "iwtune_audit_unsigned_age",
            () => figures.UnsignedSince is { } at ? Math.Max(0, clock.Now() - at) / 1000.0 : 0,
            "s",
            "Age of the oldest audit log entry without a checkpoint."
        );
        Gauge("iwtune_audit_sink_behind_entries", () => figures.Behind, "", "Audit log entries missing in the most delayed copy.");
        Gauge(
            "iwtune_ready",
            () => readiness.Latest is { } probe ? [new(probe.Ready ? 1 : 0)] : [],
            "",
            "1 if the last probe of /readyz succeeded."
        );
        Gauge(
            "iwtune_readiness_duration",
            () => readiness.Latest is { } probe ? [new(probe.Steps.Sum(step => step.Milliseconds) / 1000.0)] : [],
            "s",
            "Duration of the last probe of /readyz."
        );
    }

    public string MeterName { get; }

    public void Dispose()
    {
        _advancer.Looked -= _rollouts.Follow;
        _rollouts.Dispose();
        _meter.Dispose();
    }

    private static Measurement<double> Of(Budget budget, double value) =>
        new(value, new KeyValuePair<string, object?>("budget", budget.Name));

    private void Gauge(string name, Func<double> value, string unit, string help) => _meter.CreateObservableGauge(name, value, unit, help);

    private void Gauge(string name, Func<IEnumerable<Measurement<double>>> values, string unit, string help) =>
        _meter.CreateObservableGauge(name, values, unit, help);
}
