using System.Net.Http.Json;
using AngleSharp.Html.Parser;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Tests.Features.Compliance.Exports;

/// <summary>People read who has an exception and who granted it, not an id.</summary>
public sealed class ExportedExceptionTests
{
    [Fact]
    public async Task Tables_report_workbook_and_page_name_the_hosts_and_the_people_of_an_exception()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await server.EnrolAsync("web-1");
        await server.EnrolAsync("web-2", labels: ("site", "fra"));
        var one = await GrantAsync(
            api,
            new()
            {
                Host = "web-1",
                Reason = "moves",
                Endless = true,
            }
        );
        await GrantAsync(
            api,
            new()
            {
                Selector = "site:fra",
                Reason = "appliance",
                Endless = true,
            }
        );
        using (var ended = await api.DeleteAsync($"{FleetPaths.Exceptions}/{one.Id}?reason=done"))
            ended.EnsureSuccessStatusCode();

        using var answer = await api.PostAsJsonAsync(
            FleetPaths.ComplianceExport,
            new ExportRequest(Formats: ["html", "xlsx"]),
            ComplianceJson.Default.ExportRequest
        );
        var zip = await answer.Content.ReadAsByteArrayAsync();

        var check = TakenApart.Check(zip);
        Assert.True(check.Intact, string.Join('\n', check.Problems));
        Assert.Equal(ExportManifest.Version2, check.Manifest!.Format);
        var apart = TakenApart.Of(zip);
        var rows = apart.Text(ExportNames.Exceptions).Split("\r\n", StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(["hosts", "web-1", ""], rows.Select(row => row.Split(',')[^1]));
        var report = new HtmlParser().ParseDocument(apart.Text("report.html")).QuerySelectorAll("#exceptions ~ .table-wrap")[0];
        Assert.Equal(["web-1", "site:fra"], report.QuerySelectorAll("tbody th").Select(cell => cell.TextContent));
        Assert.Contains("by token test-admin: done", report.TextContent, StringComparison.Ordinal);
        Assert.DoesNotContain("token:", report.TextContent, StringComparison.Ordinal);
        Assert.Contains("web-1", TakenApart.Of(apart.Bytes("compliance.xlsx")).Text("xl/worksheets/sheet4.xml"), StringComparison.Ordinal);

        using var person = await Person.SignedInAsync(server, Role.Viewer);
        var page = (await person.OpenAsync("/compliance/exceptions?all=true")).QuerySelector("main")!.TextContent;
        Assert.Contains("Ended by token test-admin: done", page, StringComparison.Ordinal);
    }

    private static async Task<ExceptionSummary> GrantAsync(HttpClient api, ExceptionRequest request)
    {
        using var answer = await api.PostAsJsonAsync(FleetPaths.Exceptions, request, ExceptionJson.Default.ExceptionRequest);
        return await answer.ReadAsync(ExceptionJson.Default.ExceptionSummary);
    }
}
