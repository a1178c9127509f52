using System.Net.Http.Json;
using IwTune.Lab;
using IwTune.Server.Features.Compliance.Exports;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Compliance.Exports;

/// <summary>One export of a small fleet by the real server, for all tests that modify it.</summary>
public sealed class ExportedFleet : IAsyncLifetime
{
    public byte[] Zip { get; private set; } = [];

    public byte[] Again { get; private set; } = [];

    /// <summary>An export of every host by a user whose scope is one site.</summary>
    public byte[] Part { get; private set; } = [];

    public string Fingerprint { get; private set; } = "";

    /// <summary>The texts of audit log entries about exports.</summary>
    public IReadOnlyList<AuditEntry> Told { get; private set; } = [];

    public DateTimeOffset AsOf { get; private set; }

    public async ValueTask InitializeAsync()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3, assign: "site:fra");
        foreach (var name in (string[])["=cmd|' /C calc'!A0", "a,b", "quo\"te", "-1+1", "@sum", "'q"])
            await server.EnrolAsync(name.Replace(' ', '_'), labels: ("site", "fra"));
        var host = await server.EnrolAsync("good", labels: ("site", "fra"));
        await server.EnrolAsync("elsewhere", labels: ("site", "ams"));
        await host.TakeAsync();
        await host.CheckInAsync();
        await host.DurableAsync(host.Line(host.State(3, 3)));
        await Until.TrueAsync(
            async () =>
                await server.Database.ReadAsync(db => db.ValueAsync<long>("select count(*) from verdicts")) == 8
                && (await api.GetAsync(FleetPaths.Compliance, ComplianceJson.Default.FleetCompliance)) is { States: var states }
                && states[Verdict.Compliant] == 1
                && states[Verdict.NeverSeen] == 7,
            () => "not every host was judged"
        );
        // Whole seconds later, so that the instant itself has passed for every host.
        server.Clock.Jump(TimeSpan.FromSeconds(2));
        AsOf = server.Clock.GetUtcNow();
        Zip = await ExportAsync(api, new ExportRequest(AsOf, "site:fra", Formats: ["all"]));
        Again = await ExportAsync(api, new ExportRequest(AsOf, "site:fra", Formats: ["arf,ocsf", "html", "oscal", "xlsx"]));
        Fingerprint = server.Get<ExportSigner>().PublicKey.KeyId;
        Told =
        [
            .. (await api.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage)).Entries.Where(entry =>
                entry.Action == "compliance.export"
            ),
        ];
        using var elsewhere = await server.ApiAsync(Role.Operator, "site:ams");
        Part = await ExportAsync(elsewhere, new ExportRequest(AsOf));
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private static async Task<byte[]> ExportAsync(HttpClient api, ExportRequest request)
    {
        using var answer = await api.PostAsJsonAsync(FleetPaths.ComplianceExport, request, ComplianceJson.Default.ExportRequest);
        Assert.True(answer.IsSuccessStatusCode, await answer.Content.ReadAsStringAsync());
        Assert.Equal("application/zip", answer.Content.Headers.ContentType?.MediaType);
        return await answer.Content.ReadAsByteArrayAsync();
    }
}
