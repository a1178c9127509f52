using System.Net.Http.Json;
using System.Text;
using IwTune.Lab;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Features.Compliance.Runs;
using IwTune.Server.Storage;
using IwTune.Server.Tests.Features.Compliance.Exports;
using IwTune.Server.Tests.Features.Compliance.Runs;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Tests.Storage.Replicas;

/// <summary>A server whose long readings run on a standby.</summary>
[Collection(nameof(Replicated))]
[Trait("Store", "both")]
public sealed class ReplicatedServerTests(Replicated replicated) : IAsyncLifetime
{
    private RunningServer server = null!;
    private HttpClient api = null!;

    public async ValueTask InitializeAsync()
    {
        server = await RunningServer.StartAsync(with: options =>
            options with
            {
                Database = replicated.Url,
                DatabaseReplica = replicated.ReplicaUrl,
            }
        );
        api = await server.ApiAsync();
    }

    public async ValueTask DisposeAsync()
    {
        await server.DisposeAsync();
        // The next test has a data directory, and so keys, of its own.
        replicated.Administer("drop schema public cascade");
        replicated.Administer("create schema public");
        replicated.Administer("grant usage on schema public to public");
    }

    [Fact]
    public async Task Reports_exports_and_trends_are_read_from_the_standby_and_pages_are_not()
    {
        await server.EnrolAsync("web-1", labels: ("site", "fra"));
        var run = await api.RunAsync(new("third quarter"));
        foreach (
            var path in new[]
            {
                FleetPaths.Compliance,
                $"{FleetPaths.Compliance}?q=site:fra",
                FleetPaths.ComplianceTrend,
                RunPaths.RunFile(run.Id),
                FleetPaths.AuditVerify,
                FleetPaths.AuditExport,
                FleetPaths.Traffic,
                FleetPaths.Pairs,
                "/hosts.csv",
                "/standing.csv",
                "/audit.csv",
            }
        )
        {
            var before = Snapshots();
            using var answer = await api.GetAsync(path);
            Assert.True(answer.IsSuccessStatusCode, $"{path}: {(int)answer.StatusCode}");
            await Until.TrueAsync(() => Snapshots() > before, () => $"{path} was not read from the standby");
        }
        var export = Snapshots();
        Assert.True(ExportVerifier.Verify(new MemoryStream(await ExportAsync(new())), pin: null).Intact);
        await Until.TrueAsync(() => Snapshots() > export, () => "the export was not read from the standby");

        var pages = Snapshots();
        foreach (var path in new[] { FleetPaths.Hosts, FleetPaths.Audit, FleetPaths.Standing, RunPaths.Runs, FleetPaths.Policies })
            (await api.GetAsync(path)).EnsureSuccessStatusCode();
        replicated.Standby.Sql("postgres", "select 'all pages are read'");
        await Until.TrueAsync(
            () => replicated.Standby.Statements.Any(line => line.Contains("'all pages are read'", StringComparison.Ordinal)),
            () => "the standby logs nothing"
        );
        Assert.Equal(pages, Snapshots());
    }

    [Fact]
    public async Task A_report_has_every_host_that_enrolled_before_it_was_asked_for()
    {
        for (var hosts = 1; hosts <= 20; hosts++)
        {
            await server.EnrolAsync($"web-{hosts}");
            if (hosts == 10)
                await replicated.Standby.PauseAsync();
            Assert.Equal(hosts, (await api.GetAsync(FleetPaths.Compliance, ComplianceJson.Default.FleetCompliance)).Fleet);
        }
        replicated.Standby.Resume();
    }

    [Fact]
    public async Task Exports_are_the_same_byte_for_byte_from_the_standby_and_from_the_primary()
    {
        await api.PublishAsync(Api.Iw10, assign: "*");
        foreach (var name in new[] { "web-1", "web-2", "db-1" })
        {
            var host = await server.EnrolAsync(name);
            await host.TakeAsync();
            await host.DurableAsync(host.Line(host.State(10, 10)));
        }
        var asOf = await server.JudgedNowAsync();
        var run = await api.RunAsync(new("third quarter"));
        var entries = await AuditExport.RecordAsync(server.Database, server.Clock, "test", 0);
        var known = TakenApart.Of(await ExportAsync(new(asOf))).Manifest.Parameters.Known;

        var replica = await AllAsync();
        await replicated.Standby.PauseAsync();
        await ReadMoment.StoreAsync(server.Database, 77);
        var primary = await AllAsync();
        Assert.Equal(ReplicaUse.Behind, server.Database.Replica!.Use);
        replicated.Standby.Resume();

        Assert.Equal(primary.Keys.Order(StringComparer.Ordinal), replica.Keys.Order(StringComparer.Ordinal));
        foreach (var (name, bytes) in primary)
            Assert.True(bytes.AsSpan().SequenceEqual(replica[name]), name);

        async Task<Dictionary<string, byte[]>> AllAsync()
        {
            var all = TakenApart
                .Of(await ExportAsync(new(asOf, Formats: ["html", "oscal", "arf", "ocsf", "xlsx"], Known: known)))
                .Files.Where(file => file.Name is not (ExportNames.Manifest or ExportNames.Signature))
                .ToDictionary(file => file.Name, file => file.Bytes, StringComparer.Ordinal);
            all["hosts.list.csv"] = await api.GetByteArrayAsync("/hosts.csv?cols=policy,window,os,kernel,agent");
            all["trend"] = Encoding.UTF8.GetBytes(
                await api.GetStringAsync(
                    $"{FleetPaths.ComplianceTrend}?from={asOf.AddDays(-1):O}&to={asOf:O}".Replace("+", "%2B", StringComparison.Ordinal)
                )
            );
            using var file = new MemoryStream();
            await RunContent.CopyAsync(server.Database, run.Id, run.Bytes!.Value, file, TestContext.Current.CancellationToken);
            all["run"] = file.ToArray();
            using var audit = new MemoryStream();
            await AuditExport.WriteAsync(server.Database, server.Get<AuditKey>(), 0, entries, audit);
            all["audit"] = audit.ToArray();
            return all;
        }
    }

    /// <summary>The last table that an export reads is closed to the role of the replica.</summary>
    [Fact]
    public async Task An_export_that_fails_half_way_on_the_standby_is_whole_from_the_primary()
    {
        await server.EnrolAsync("web-1");
        replicated.Administer($"grant select on all tables in schema public to {Replicated.Reader}");
        replicated.Administer($"revoke select on audit_head from {Replicated.Reader}");
        replicated.Administer($"revoke pg_read_all_data from {Replicated.Reader}");
        try
        {
            await replicated.CaughtUpAsync();
            var before = Snapshots();
            var zip = await ExportAsync(new());

            await Until.TrueAsync(() => Snapshots() > before, () => "the export was not tried on the standby");
            Assert.Contains(
                "iwtune_long_readings_total{on=\"primary\",reason=\"failed\"} ",
                await MetricsAsync(),
                StringComparison.Ordinal
            );
            Assert.True(ExportVerifier.Verify(new MemoryStream(zip), pin: null).Intact);
            var end = zip.AsSpan().IndexOf("PK\u0005\u0006"u8);
            Assert.Equal(-1, zip.AsSpan(end + 4).IndexOf("PK\u0005\u0006"u8));
        }
        finally
        {
            replicated.Administer($"grant pg_read_all_data to {Replicated.Reader}");
        }
    }

    [Fact]
    public async Task Readiness_metrics_and_the_console_say_whether_the_replica_is_used()
    {
        await Until.TrueAsync(
            async () => (await MetricsAsync()).Contains("iwtune_replica_used 1\n", StringComparison.Ordinal),
            () => server.Database.Replica!.Sentence
        );
        Assert.Contains("iwtune_replica_behind_bytes 0\n", await MetricsAsync(), StringComparison.Ordinal);
        Assert.Contains("iwtune_long_readings_total{on=\"primary\",reason=\"behind\"} ", await MetricsAsync(), StringComparison.Ordinal);
        Assert.Contains("\"replica\":\"used for long readings\"", await ReadyAsync(), StringComparison.Ordinal);
        Assert.Contains(
            $"{server.Database.Replica!.Shown}, used for long readings",
            await api.GetStringAsync("/about"),
            StringComparison.Ordinal
        );

        replicated.Standby.Stop();
        await server.Clock.PassUntilAsync(
            TimeSpan.FromSeconds(1),
            async () => (await MetricsAsync()).Contains("iwtune_replica_used 0\n", StringComparison.Ordinal),
            () => "the replica's end goes unnoticed"
        );
        Assert.DoesNotContain("iwtune_replica_behind_bytes", await MetricsAsync(), StringComparison.Ordinal);
        server.Clock.Advance(TimeSpan.FromSeconds(5));
        var ready = await ReadyAsync();
        Assert.Contains("\"ready\":true", ready, StringComparison.Ordinal);
        Assert.Contains("\"replica\":\"not used, the primary answers instead: it cannot be reached", ready, StringComparison.Ordinal);
        replicated.Standby.StartAgain();
        await replicated.CaughtUpAsync();
    }

    private Task<string> MetricsAsync() => server.Client().GetStringAsync("/metrics");

    private async Task<string> ReadyAsync()
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, "/readyz") { Headers = { { "Accept", "application/json" } } };
        using var answer = await server.Client().SendAsync(request);
        return await answer.Content.ReadAsStringAsync();
    }

    private async Task<byte[]> ExportAsync(ExportRequest request)
    {
        using var answer = await api.PostAsJsonAsync(FleetPaths.ComplianceExport, request, ComplianceJson.Default.ExportRequest);
        Assert.True(answer.IsSuccessStatusCode, await answer.Content.ReadAsStringAsync());
        return await answer.Content.ReadAsByteArrayAsync();
    }

    /// <summary>Transactions that the role of the replica has begun.</summary>
    private int Snapshots() =>
        replicated.Standby.Statements.Count(line =>
            line.StartsWith($"{Replicated.Reader}@", StringComparison.Ordinal)
            && line.Contains("begin isolation level repeatable read", StringComparison.Ordinal)
        );
}
