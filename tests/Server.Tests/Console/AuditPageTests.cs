using System.Net.Http.Json;
using System.Security.Cryptography;
using IwTune.Server.Tests.Features.Rollouts;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Tests.Console;

public sealed class AuditPageTests
{
    [Theory]
    [InlineData("/audit")]
    [InlineData("/")]
    public async Task A_digest_is_short_in_a_sentence_and_whole_in_its_title_and_in_the_file(string address)
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        using var anna = await server.ApiOfAsync("anna");
        await server.FleetAsync(anna, 1);
        var hash = (await anna.RollAsync(await anna.StageAsync(Api.Iw10))).PlanHash;

        var page = await person.OpenAsync(address);
        var cell = page.QuerySelector($"td code[title='{hash}']")!.ParentElement!;
        Assert.Contains($"; plan {hash[..12]}…; needs 1 approval.", cell.TextContent, StringComparison.Ordinal);
        Assert.DoesNotContain(hash, cell.TextContent, StringComparison.Ordinal);
        using var file = await person.GetAsync("/audit.csv");
        Assert.Contains($"; plan {hash}; needs 1 approval.", await file.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/audit", "td p.small")]
    [InlineData("/", "td span.small")]
    public async Task The_digest_of_an_export_is_short_in_its_subject_and_whole_in_its_title(string address, string subject)
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        using var api = await server.ApiAsync();
        using var answer = await api.PostAsJsonAsync(
            FleetPaths.ComplianceExport,
            new ExportRequest(),
            ComplianceJson.Default.ExportRequest
        );
        var hash = Convert.ToHexStringLower(SHA256.HashData(await answer.Content.ReadAsByteArrayAsync()));

        var digest = Assert.Single((await person.OpenAsync(address)).QuerySelectorAll($"{subject} code[title='{hash}']"));
        Assert.Equal($"export {hash[..12]}…", digest.ParentElement!.TextContent);
    }
}
