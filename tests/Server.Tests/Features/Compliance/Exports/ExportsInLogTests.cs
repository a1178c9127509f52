using System.Net.Http.Json;
using System.Security.Cryptography;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Tests.Features.Compliance.Exports;

/// <summary>Exports of one server lie in its audit log, which records each; what does not fit is named.</summary>
public sealed class ExportsInLogTests(ExportsInLogTests.TwoMonths months) : IClassFixture<ExportsInLogTests.TwoMonths>
{
    public sealed class TwoMonths : IAsyncLifetime
    {
        public byte[] October { get; private set; } = [];

        public byte[] November { get; private set; } = [];

        /// <summary>The copy from its beginning, and the one that begins after the first export.</summary>
        public string Log { get; private set; } = "";

        public string Later { get; private set; } = "";

        public string Foreign { get; private set; } = "";

        public async ValueTask InitializeAsync()
        {
            await using var server = await RunningServer.StartAsync(with: options => options with { CheckpointEntries = 2 });
            using var api = await server.ApiAsync();
            await api.PublishAsync(Running.Api.Iw3, assign: "*");
            await server.EnrolAsync("web-1");
            October = await ExportAsync(api);
            await api.PublishAsync(Running.Api.Iw10);
            November = await ExportAsync(api);
            Log = await api.GetStringAsync(FleetPaths.AuditExport);
            Later = await api.GetStringAsync($"{FleetPaths.AuditExport}?after={TakenApart.Of(October).Manifest.Audit.Number + 1}");
            await using var other = await RunningServer.StartAsync();
            using var others = await other.ApiAsync();
            for (var i = 2; i < 20; i++)
                await others.PublishAsync($"policy: edge\nwindow: {{ initcwnd: {i} }}\nscopes: [default]\n");
            Foreign = await others.GetStringAsync(FleetPaths.AuditExport);
        }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;

        private static async Task<byte[]> ExportAsync(HttpClient api)
        {
            using var answer = await api.PostAsJsonAsync(
                FleetPaths.ComplianceExport,
                new ExportRequest(),
                ComplianceJson.Default.ExportRequest
            );
            answer.EnsureSuccessStatusCode();
            return await answer.Content.ReadAsByteArrayAsync();
        }
    }

    [Fact]
    public async Task Two_exports_are_of_one_log_that_records_both()
    {
        var (october, november) = (Sought("october", months.October), Sought("november", months.November));
        var log = await ReadAsync(months.Log, october, november);
        Assert.Empty(log.Problems());
        Assert.True(log.RecordOf(october) > october.Position.Number);
        Assert.True(log.RecordOf(november) > november.Position.Number);
        Assert.True(november.Position.Number >= log.RecordOf(october));
    }

    [Fact]
    public async Task A_copy_that_begins_at_an_export_is_enough_for_the_next_one()
    {
        Assert.Empty((await ReadAsync(months.Later, Sought("november", months.November))).Problems());
        Assert.Contains(
            "october was made after entry",
            Assert.Single((await ReadAsync(months.Later, Sought("october", months.October))).Problems()),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task A_log_whose_end_is_missing_is_named()
    {
        var position = TakenApart.Of(months.November).Manifest.Audit.Number;
        var cut = string.Join(
            '\n',
            months.Log.Split('\n').TakeWhile(line => !line.Contains($"\"number\":{position},", StringComparison.Ordinal))
        );
        Assert.Contains(
            $"november was made after entry {position}, and the copy of the audit log ends at entry {position - 1}",
            Assert.Single((await ReadAsync(cut + "\n", Sought("november", months.November))).Problems()),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task The_log_of_another_server_is_named() =>
        Assert.Contains(
            "october was made from another audit log",
            Assert.Single((await ReadAsync(months.Foreign, Sought("october", months.October))).Problems()),
            StringComparison.Ordinal
        );

    [Fact]
    public async Task An_export_that_was_signed_again_is_recorded_nowhere()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var forged = TakenApart.Of(months.October).Signed(key).Zip();
        Assert.True(TakenApart.Check(forged).Intact);
        Assert.Contains(
            "october is recorded nowhere in the audit log",
            Assert.Single((await ReadAsync(months.Log, Sought("october", forged))).Problems()),
            StringComparison.Ordinal
        );
    }

    private static ExportInLog Sought(string name, byte[] zip) =>
        new(name, Convert.ToHexStringLower(SHA256.HashData(zip)), TakenApart.Of(zip).Manifest.Audit);

    private static async Task<ExportsInLog> ReadAsync(string copy, params ExportInLog[] sought)
    {
        var log = new ExportsInLog(sought);
        using var lines = new StringReader(copy);
        var chain = await AuditTrailCheck.RunAsync(lines, key: null, log.Take, log.Begins);
        Assert.True(chain.Intact, chain.Text);
        return log;
    }
}
