using System.Diagnostics;
using System.Net;
using System.Net.Http.Json;
using IwTune.Lab;
using IwTune.Server.Features.Compliance.Exports.Printing;
using IwTune.Server.Hosting;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance.Exports.Formats.Report;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Compliance.Exports;

/// <summary>The report as PDF, printed by the real Chromium; and what happens when that is missing or does not work.</summary>
public sealed class PdfTests(ExportedFleet fleet) : IClassFixture<ExportedFleet>, IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("iwtune-pdf-").FullName;

    [Fact]
    public void The_pdf_has_the_figures_of_the_export_real_text_bookmarks_tags_and_page_numbers()
    {
        var file = Path.Combine(_folder, "report.pdf");
        File.WriteAllBytes(file, TakenApart.Of(fleet.Zip).Bytes(PdfPart.Part.Name));
        var text = Commands.Run("pdftotext", "-layout", file, "-");
        foreach (
            var words in (string[])["Compliance of initial TCP windows", "1 of 7 hosts were compliant.", "IWT-1 Windows", "Page 1 of "]
        )
            Assert.Contains(words, text, StringComparison.Ordinal);
        var facts = Commands.Run("pdfinfo", file);
        Assert.Matches("Tagged: +yes", facts);
        Assert.Matches("Title: +Compliance of initial TCP windows", facts);
        Assert.Contains("/Outlines", File.ReadAllText(file, System.Text.Encoding.Latin1), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("exit 3", "ended with 3 and made no PDF: it gave no reason")]
    [InlineData("echo no display >&2; exit 1", "ended with 1 and made no PDF: no display")]
    [InlineData("exit 0", "ended with 0 and made no PDF: it gave no reason")]
    [InlineData("sleep 1000 & sleep 1000", "did not print the report within 1 s and was ended")]
    public async Task A_browser_that_does_not_print_is_named_and_leaves_nothing(string script, string why)
    {
        await using var server = await RunningServer.StartAsync(with: options =>
            options with
            {
                Chromium = Script(script),
                PrintLimit = TimeSpan.FromSeconds(1),
            }
        );
        using var api = await server.ApiAsync();
        using var answer = await api.PostAsJsonAsync(
            FleetPaths.ComplianceExport,
            new ExportRequest(Formats: ["pdf"]),
            ComplianceJson.Default.ExportRequest
        );
        Assert.Equal(HttpStatusCode.ServiceUnavailable, answer.StatusCode);
        var problem = (await answer.Content.ReadFromJsonAsync(WireJson.Default.FleetProblem))!;
        Assert.Equal("The report could not be printed as PDF. Nothing was exported.", problem.Title);
        Assert.Contains(why, problem.Detail, StringComparison.Ordinal);
        Assert.Empty(Directory.EnumerateFileSystemEntries(server.Get<DataDirectory>().Path, "print-*"));
        Assert.Empty(Directory.EnumerateFileSystemEntries(server.Get<DataDirectory>().Path, "export-*"));
        Assert.DoesNotContain(Process.GetProcessesByName("sleep"), one => one.StartTime > DateTime.Now.AddSeconds(-30) && IsOurs(one));
        // The next export works.
        using var next = await api.PostAsJsonAsync(
            FleetPaths.ComplianceExport,
            new ExportRequest(Formats: ["html"]),
            ComplianceJson.Default.ExportRequest
        );
        Assert.Equal(HttpStatusCode.OK, next.StatusCode);
    }

    [Fact]
    public void Without_a_browser_it_is_said_what_to_install()
    {
        Assert.Contains("apt-get install chromium-headless-shell", ReportPrinter.Missing, StringComparison.Ordinal);
        Assert.Equal(
            $"--chromium: there is no file {_folder}/none",
            Assert.Single(new ServerOptions { Data = "/tmp/x", Chromium = $"{_folder}/none" }.Validate())
        );
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private static bool IsOurs(Process process) =>
        File.ReadAllText($"/proc/{process.Id}/cmdline").Contains("1000", StringComparison.Ordinal);

    private string Script(string text)
    {
        var file = Path.Combine(_folder, "chromium");
        File.WriteAllText(file, $"#!/bin/sh\n{text}\n");
        File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return file;
    }
}
