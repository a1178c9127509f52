using System.Diagnostics.Metrics;
using System.Text.Json;
using System.Text.RegularExpressions;
using IwTune.Server.Hosting.Telemetry;
using IwTune.Server.Tests.Features.Rollouts;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using Microsoft.Extensions.DependencyInjection;

namespace IwTune.Server.Tests.Hosting.Telemetry;

public sealed partial class MetricsTests(MetricsTests.Traffic traffic) : IClassFixture<MetricsTests.Traffic>
{
    private static readonly string Deploy = Path.Combine(Root(), "deploy/grafana");

    private static readonly string[] Files = ["iwtune.json", "alerts.yaml", "alerts.test.yaml"];

    /// <summary>A server after a little of everything.</summary>
    public sealed class Traffic : IAsyncLifetime
    {
        private RunningServer server = null!;

        public string Metrics { get; private set; } = "";

        public async ValueTask InitializeAsync()
        {
            server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
            using var api = await server.ApiAsync();
            await api.PublishAsync(Api.Iw10, assign: "*");
            var host = await server.EnrolAsync("metric-1");
            await host.TakeAsync();
            await host.DurableAsync(host.Line(host.State(10, 10)));
            await api.RollAsync(await api.StageAsync(Api.Iw3));
            await server.LookAsync();
            (await server.Client().GetAsync("/readyz")).EnsureSuccessStatusCode();
            using var unknown = await server.Client("Bearer wrong").GetAsync(FleetPaths.Hosts);
            await server.Get<Figures>().ReadAsync(TestContext.Current.CancellationToken);
            Metrics = await server.Client().GetStringAsync("/metrics");
        }

        public ValueTask DisposeAsync() => server.DisposeAsync();
    }

    [Fact, Trait("Needs", "daemon")]
    public Task Prometheus_own_tool_has_nothing_to_say_against_the_metrics() => Promtool.AcceptsAsync(traffic.Metrics, "check", "metrics");

    [Fact]
    public void They_tell_of_hosts_calls_store_and_runtime_and_name_no_host()
    {
        foreach (
            var name in new[]
            {
                "iwtune_hosts 1",
                "iwtune_hosts_by_verdict{verdict=\"",
                "iwtune_hosts_without_policy ",
                "iwtune_checkins_total ",
                "iwtune_report_lines_total ",
                "iwtune_store_write_seconds_bucket{lane=\"",
                "http_server_request_duration_seconds_bucket{",
                "kestrel_active_connections{",
                "dotnet_process_memory_working_set_bytes ",
                "iwtune_ready 1",
                "iwtune_webhook_deliveries{state=\"dead\"} 0",
                "iwtune_build_info{",
                "iwtune_rollout_look_age_seconds ",
                "iwtune_rollouts{state=\"Running\"} 1",
                "iwtune_rollouts{state=\"Holding\"} 0",
                "iwtune_rollout_events_total{kind=\"GateFailed\"} ",
                "iwtune_audit_unsigned_age_seconds ",
            }
        )
            Assert.Contains(name, traffic.Metrics, StringComparison.Ordinal);
        Assert.DoesNotContain("metric-1", traffic.Metrics, StringComparison.Ordinal);
        Assert.All(traffic.Metrics.TrimEnd().Split('\n'), line => Assert.Matches(PrometheusLine(), line));
    }

    [Fact]
    public async Task Hosts_without_a_policy_are_no_number_before_they_were_counted()
    {
        await using var server = await RunningServer.StartAsync();
        await server.EnrolAsync("metric-1");
        var figures = new Figures(server.Database, server.Clock);
        using var gauges = ActivatorUtilities.CreateInstance<ServerGauges>(server.Get<IServiceProvider>(), figures);
        var seen = new List<double>();
        using var listener = new MeterListener
        {
            InstrumentPublished = (instrument, listener) =>
            {
                if (instrument.Meter.Name == gauges.MeterName && instrument.Name == "iwtune_hosts_without_policy")
                    listener.EnableMeasurementEvents(instrument);
            },
        };
        listener.SetMeasurementEventCallback<double>((_, value, _, _) => seen.Add(value));
        listener.Start();

        listener.RecordObservableInstruments();
        Assert.Empty(seen);
        await figures.ReadAsync(TestContext.Current.CancellationToken);
        listener.RecordObservableInstruments();
        Assert.Single(seen);
    }

    [Fact]
    public void Each_rollout_in_progress_has_its_state_its_gate_and_its_hosts()
    {
        Assert.Matches("iwtune_rollout_state\\{rollout=\"[0-9a-f-]{36}\",state=\"Running\"\\} 1\n", traffic.Metrics);
        Assert.Matches("iwtune_rollout_gate\\{rollout=\"[0-9a-f-]{36}\",verdict=\"Inconclusive\"\\} 1\n", traffic.Metrics);
        Assert.Matches("iwtune_rollout_hosts\\{rollout=\"[0-9a-f-]{36}\",state=\"Admitted\"\\} 1\n", traffic.Metrics);
        Assert.Matches("iwtune_rollout_hosts\\{rollout=\"[0-9a-f-]{36}\",state=\"Failed\"\\} 0\n", traffic.Metrics);
        Assert.DoesNotContain("edge", traffic.Metrics, StringComparison.Ordinal);
    }

    [Fact, Trait("Needs", "daemon")]
    public void Every_metric_of_the_dashboard_and_of_the_alerts_is_one_that_the_server_has()
    {
        var exported = Exported().Matches(traffic.Metrics).Select(match => match.Groups[1].Value).ToHashSet(StringComparer.Ordinal);
        foreach (var (file, text) in Files.Select(file => (file, File.ReadAllText(Path.Combine(Deploy, file)))))
        {
            var named = Named()
                .Matches(text)
                .Select(match => SeriesOf().Replace(match.Value, ""))
                .Distinct(StringComparer.Ordinal)
                .ToList();
            Assert.True(named.Count > 3, file);
            Assert.All(
                named,
                name =>
                    Assert.True(
                        exported.Contains(name) || exported.Contains(name + "_total"),
                        $"{file} asks for {name}, which the server does not have"
                    )
            );
        }
    }

    [Fact, Trait("Needs", "daemon")]
    public async Task Prometheus_own_tool_takes_the_alerts_and_their_tests_pass()
    {
        await Promtool.AcceptsAsync(null, "check", "rules", Path.Combine(Deploy, "alerts.yaml"));
        await Promtool.AcceptsAsync(null, "test", "rules", Path.Combine(Deploy, "alerts.test.yaml"));
    }

    [Fact]
    public void Each_panel_of_the_dashboard_has_a_title_a_description_a_unit_and_a_question()
    {
        using var board = JsonDocument.Parse(File.ReadAllText(Path.Combine(Deploy, "iwtune.json")));
        var panels = board
            .RootElement.GetProperty("panels")
            .EnumerateArray()
            .Where(panel => panel.GetProperty("type").GetString() != "row")
            .ToList();
        Assert.True(panels.Count >= 12);
        Assert.All(
            panels,
            panel =>
            {
                Assert.NotEmpty(panel.GetProperty("title").GetString()!);
                Assert.NotEmpty(panel.GetProperty("description").GetString()!);
                Assert.NotEmpty(panel.GetProperty("fieldConfig").GetProperty("defaults").GetProperty("unit").GetString()!);
                Assert.All(
                    panel.GetProperty("targets").EnumerateArray(),
                    target => Assert.NotEmpty(target.GetProperty("expr").GetString()!)
                );
            }
        );
        Assert.Equal(panels.Count, panels.Select(panel => panel.GetProperty("id").GetInt32()).Distinct().Count());
    }

    private static string Root()
    {
        var at = AppContext.BaseDirectory;
        while (!File.Exists(Path.Combine(at, "IwTune.sln")))
            at = Path.GetDirectoryName(at) ?? throw new DirectoryNotFoundException("IwTune.sln");
        return at;
    }

    [GeneratedRegex(@"^(# (HELP|TYPE) \w+ .+|\w+(\{.*\})? (-?[0-9.eE+-]+|NaN|[+-]Inf))$")]
    private static partial Regex PrometheusLine();

    [GeneratedRegex(@"# TYPE (\w+) ")]
    private static partial Regex Exported();

    [GeneratedRegex(@"\b(iwtune|http_server|kestrel|dotnet)_[a-z0-9_]+\b")]
    private static partial Regex Named();

    [GeneratedRegex("_(bucket|sum|count)$")]
    private static partial Regex SeriesOf();
}
