using System.Net.Http.Json;
using IwTune.Lab;
using IwTune.Server.Features.Compliance.Exports;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Tests.Features.Compliance.Exports;

/// <summary>One export of a small fleet by the real server, for all tests that modify it. It is made once for all classes.</summary>
public sealed class ExportedFleet : IAsyncLifetime
{
    private static readonly Lazy<Task<Exported>> Once = new(MakeAsync);
    private Exported _made = null!;

    public byte[] Zip => _made.Zip;

    public byte[] Again => _made.Again;

    /// <summary>An export of every host by a user whose scope is one site.</summary>
    public byte[] Part => _made.Part;

    public string Fingerprint => _made.Fingerprint;

    /// <summary>The texts of audit log entries about exports.</summary>
    public IReadOnlyList<AuditEntry> Told => _made.Told;

    public DateTimeOffset AsOf => _made.AsOf;

    public async ValueTask InitializeAsync() => _made = await Once.Value;

    private static async Task<Exported> MakeAsync()
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
        var asOf = await server.JudgedNowAsync();
        var zip = await ExportAsync(api, new ExportRequest(asOf, "site:fra", Formats: ["all", "cklb"]));
        var again = await ExportAsync(
            api,
            new ExportRequest(
                asOf,
                "site:fra",
                Formats: ["arf,ocsf", "html", "pdf", "oscal", "xlsx", "cklb"],
                Known: TakenApart.Of(zip).Manifest.Parameters.Known
            )
        );
        var told = (await api.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage)).Entries;
        using var elsewhere = await server.ApiAsync(Role.Operator, "site:ams");
        return new(
            zip,
            again,
            await ExportAsync(elsewhere, new ExportRequest(asOf)),
            server.Get<ExportSigner>().PublicKey.KeyId,
            [.. told.Where(entry => entry.Action == "compliance.export")],
            asOf
        );
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private static async Task<byte[]> ExportAsync(HttpClient api, ExportRequest request)
    {
        using var answer = await api.PostAsJsonAsync(FleetPaths.ComplianceExport, request, ComplianceJson.Default.ExportRequest);
        Assert.True(answer.IsSuccessStatusCode, await answer.Content.ReadAsStringAsync());
        Assert.Equal("application/zip", answer.Content.Headers.ContentType?.MediaType);
        return await answer.Content.ReadAsByteArrayAsync();
    }

    private sealed record Exported(
        byte[] Zip,
        byte[] Again,
        byte[] Part,
        string Fingerprint,
        IReadOnlyList<AuditEntry> Told,
        DateTimeOffset AsOf
    );
}
