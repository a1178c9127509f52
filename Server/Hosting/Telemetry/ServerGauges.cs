using System.Diagnostics.Metrics;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Reports;
using IwTune.Server.Features.Rollouts.Advancing;
using IwTune.Server.Features.Servers;
using IwTune.Server.Features.Webhooks.Delivery;
using IwTune.Server.Hosting.Readiness;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Feed;

namespace IwTune.Server.Hosting.Telemetry;

/// <summary>What is true of this server now. None is by host: a fleet of 100,000 has as many series as one of ten.</summary>
internal sealed class ServerGauges : IDisposable
{
    private static int _made;
    private readonly Meter _meter;

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
        Gauge("iwtune_checkins_waiting", () => admission.Waiting, "", "Check-ins held open.");
        Gauge(
            "iwtune_calls_running",
            () =>
                admission.All.Select(budget => new Measurement<double>(
                    budget.Running,
                    new KeyValuePair<string, object?>("budget", budget.Name)
                )),
            "",
            "Calls that run, by budget."
        );
        Gauge(
            "iwtune_calls_queued",
            () =>
                admission.All.Select(budget => new Measurement<double>(
                    budget.Queued,
                    new KeyValuePair<string, object?>("budget", budget.Name)
                )),
            "",
            "Calls that stand in line, by budget."
        );
        Gauge(
            "iwtune_calls_running",
            () => admission.All.Select(budget => Of(budget, budget.Running)),
            "",
            "Calls being answered, by budget."
        );
        Gauge(
            "iwtune_calls_queued",
            () => admission.All.Select(budget => Of(budget, budget.Queued)),
            "",
            "Calls that stand in line, by budget."
        );
        Gauge("iwtune_feed_in_step", () => feed.Behind.Length == 0 ? 1 : 0, "", "1 while this server knows what the others wrote.");
        Gauge(
            "iwtune_leader",
            () => leadership.IsLeader ? 1 : 0,
            "",
            "1 on the server that looks after rollouts, silence and the audit log."
        );
        Gauge("iwtune_report_posts_waiting", () => intake.Posts, "", "Posts of reports that are not answered yet.");
        Gauge(
            "iwtune_rollout_look_age",
            () => (clock.Now() - advancer.LookedAt) / 1000.0,
            "s",
            "How long ago rollouts were last looked at, here."
        );
        Gauge(
            "iwtune_webhook_deliveries",
            () =>
                [
                    new(webhooks.Standing.Waiting, new KeyValuePair<string, object?>("state", "waiting")),
                    new(webhooks.Standing.Dead, new KeyValuePair<string, object?>("state", "dead")),
                ],
            "",
            "Deliveries that wait, and that were given up."
        );
        Gauge(
            "iwtune_webhook_oldest_waiting_age",
            () => webhooks.Standing.Oldest is > 0 and var at ? Math.Max(0, clock.Now() - at) / 1000.0 : 0,
            "s",
            "How long ago the oldest event happened that waits for a webhook."
        );
        Gauge(
            "iwtune_audit_unsigned_age",
            () => figures.UnsignedSince is { } at ? Math.Max(0, clock.Now() - at) / 1000.0 : 0,
            "s",
            "How old the oldest entry of the audit log is that no checkpoint covers."
        );
        Gauge(
            "iwtune_audit_sink_behind_entries",
            () => figures.Behind,
            "",
            "Entries of the audit log that the copy furthest behind does not have."
        );
        Gauge(
            "iwtune_ready",
            () => readiness.Latest is { } probe ? [new(probe.Ready ? 1 : 0)] : [],
            "",
            "1 when the last probe of /readyz went all the way through."
        );
        Gauge(
            "iwtune_readiness_duration",
            () => readiness.Latest is { } probe ? [new(probe.Steps.Sum(step => step.Milliseconds) / 1000.0)] : [],
            "s",
            "How long the last probe of /readyz took."
        );
    }

    public string MeterName { get; }

    public void Dispose() => _meter.Dispose();

    private static Measurement<double> Of(Budget budget, double value) =>
        new(value, new KeyValuePair<string, object?>("budget", budget.Name));

    private void Gauge(string name, Func<double> value, string unit, string help) => _meter.CreateObservableGauge(name, value, unit, help);

    private void Gauge(string name, Func<IEnumerable<Measurement<double>>> values, string unit, string help) =>
        _meter.CreateObservableGauge(name, values, unit, help);
}
