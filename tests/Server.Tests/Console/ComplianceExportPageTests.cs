using System.Net;
using AngleSharp.Html.Dom;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Console;

/// <summary>The form of a compliance export.</summary>
public sealed class ComplianceExportPageTests
{
    [Fact]
    public async Task A_report_that_cannot_be_printed_leads_back_to_the_form_with_the_reason()
    {
        var program = Path.Combine(Directory.CreateTempSubdirectory("iwtune-chromium-").FullName, "chromium");
        await File.WriteAllTextAsync(program, "#!/bin/sh\necho broken >&2\nexit 3\n");
        File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserExecute | UnixFileMode.UserWrite);
        await using var server = await RunningServer.StartAsync(with: options => options with { Chromium = program });
        await server.EnrolAsync("web-1");
        using var auditor = await Person.SignedInAsync(server, Role.Auditor);

        using (var refused = await ExportAsync(auditor, "/compliance/export?formats=pdf&formats=html"))
        {
            Assert.Equal(HttpStatusCode.Redirect, refused.StatusCode);
            var page = await auditor.OpenAsync(refused.Headers.Location!.ToString());
            Assert.Contains("could not be printed", page.QuerySelector(".notice-bad")!.TextContent, StringComparison.Ordinal);
            Assert.Equal(
                ["html", "pdf"],
                page.QuerySelectorAll("input[type=checkbox][checked]").Cast<IHtmlInputElement>().Select(box => box.Value)
            );
        }
        using var file = await ExportAsync(auditor, "/compliance/export?formats=html");
        Assert.Equal("application/zip", file.Content.Headers.ContentType?.MediaType);
    }

    private static async Task<HttpResponseMessage> ExportAsync(Person person, string address)
    {
        var form = (await person.OpenAsync(address)).QuerySelector("form[action='/compliance/export.zip']")!;
        return await person.Http.PostAsync(
            "/compliance/export.zip",
            new FormUrlEncodedContent(
                form.QuerySelectorAll("input[name]")
                    .Cast<IHtmlInputElement>()
                    .Select(field => KeyValuePair.Create(field.Name ?? "", field.Value))
            )
        );
    }
}
