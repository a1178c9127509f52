using System.IO.Compression;
using System.Text.Json;
using System.Text.RegularExpressions;
using IwTune.Lab;
using Microsoft.Playwright;

namespace IwTune.EndToEnd.Console.Journeys;

/// <summary>What people who change nothing come to see.</summary>
public sealed partial class ReaderJourneys(Browser browser, JourneyFleet fleet)
{
    /// <summary>1440 pixels at 200 %.</summary>
    private const int Zoomed = 720;

    [Fact]
    public async Task A_viewer_previews_a_policy_on_selected_hosts_and_reads_what_assigning_it_needs()
    {
        await using var session = await fleet.SignInAsync(browser, "viewer");
        var page = session.Page;
        await page.GotoAsync("/hosts?q=site:fra");
        await page.GetByLabel("Select fra-web-001").CheckAsync();
        await page.GetByLabel("Select fra-web-002").CheckAsync();
        await page.GetByRole(AriaRole.Button, new() { Name = "Preview policy" }).ClickAsync();
        await page.ArriveAsync("**/hosts/policy?*");
        await page.SelectOptionAsync("#policy", "lab");
        await page.FillAsync("#priority", "50");
        await page.GetByRole(AriaRole.Button, new() { Name = "Preview", Exact = true }).ClickAsync();
        await page.ArriveAsync("**/hosts/policy?*policy=lab*");
        await Assertions.Expect(page.Locator("main")).ToContainTextAsync("lab then applies to 2 of them; 2 switch from another policy.");
        Look.AssertNone(await Look.FaultsAsync(page, "journey-preview", Look.Light, Look.Dark, Look.Phone));
        await page.Locator("main .denied").First.ClickAsync(new() { Force = true });
        await Assertions.Expect(page.Locator(".denial:popover-open")).ToContainTextAsync("It needs ");
        session.AssertQuiet();
    }

    [Fact]
    public async Task An_auditor_finds_who_published_what_and_takes_the_evidence_along()
    {
        await using var session = await fleet.SignInAsync(browser, "auditor", width: 1920, dark: true);
        var page = session.Page;
        await page.GotoAsync("/audit");
        await page.FillAsync("#audit-text", "CHG-1042");
        await page.GetByRole(AriaRole.Button, new() { Name = "Search" }).ClickAsync();
        await page.ArriveAsync("**/audit?*q=CHG-1042*");
        await Assertions.Expect(page.Locator("tbody").First).ToContainTextAsync("edge-web");
        await page.GotoAsync("/audit?host=fra-web-001&entered=true");
        await Assertions.Expect(page.Locator("tbody").First).ToContainTextAsync("CHG-1042");

        await page.GotoAsync("/hosts?q=site:fra");
        var download = await page.RunAndWaitForDownloadAsync(() => page.Locator("#hosts a.button", new() { HasText = "CSV" }).ClickAsync());
        using var csv = new StreamReader(await download.CreateReadStreamAsync());
        var lines = (await csv.ReadToEndAsync()).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(4, lines.Count(line => line.Contains("fra-", StringComparison.Ordinal)));
        session.AssertQuiet();
    }

    [Fact]
    public async Task An_auditor_exports_a_report_that_can_be_read_in_every_window_and_printed()
    {
        await using var session = await fleet.SignInAsync(browser, "auditor");
        var page = session.Page;
        await page.GotoAsync("/compliance/export");
        await page.GetByLabel("Report the result").CheckAsync();
        await page.GetByLabel("Report as PDF").CheckAsync();
        await page.GetByLabel("Excel workbook").CheckAsync();
        await page.GetByRole(AriaRole.Button, new() { Name = "Preview" }).ClickAsync();
        await page.ArriveAsync("**/compliance/export?*formats=html&formats=pdf&formats=xlsx*");
        await Assertions.Expect(page.Locator("main")).ToContainTextAsync("report.html, report.pdf, compliance.xlsx");
        Look.AssertNone(await Look.FaultsAsync(page, "journey-export", Look.Light, Look.Dark, Look.Phone));
        var download = await page.RunAndWaitForDownloadAsync(() =>
            page.GetByRole(AriaRole.Button, new() { NameRegex = new("^Export [0-9]+ hosts") }).ClickAsync()
        );
        var folder = Directory.CreateTempSubdirectory("iwtune-export-");
        await ZipFile.ExtractToDirectoryAsync(await download.CreateReadStreamAsync(), folder.FullName);

        var report = await session.Context.NewPageAsync();
        await report.GotoAsync(new Uri(Path.Combine(folder.FullName, "report.html")).AbsoluteUri);
        Look.AssertNone(await Look.FaultsAsync(report, "export-report", Look.Light, Look.Phone));
        var paper = Path.Combine(folder.FullName, "report.pdf");
        Look.Keep(paper, "export-report.pdf");
        var text = Commands.Run("pdftotext", "-layout", paper, "-");
        Assert.Contains("Compliance of initial TCP windows", text, StringComparison.Ordinal);
        Assert.Matches("Page 1 of [0-9]+", text);
        using var manifest = JsonDocument.Parse(await File.ReadAllTextAsync(Path.Combine(folder.FullName, "manifest.json")));
        Assert.Equal(
            manifest.RootElement.GetProperty("counts").GetProperty("matched").GetInt32(),
            HostAtLineStart().Count(text[text.LastIndexOf("Appendix", StringComparison.Ordinal)..])
        );
        folder.Delete(recursive: true);
        session.AssertQuiet();
    }

    [Fact]
    public async Task A_part_of_a_page_that_does_not_load_says_so_to_every_reader_and_loads_at_another_try()
    {
        await using var session = await fleet.SignInAsync(browser, "viewer");
        var page = session.Page;
        await page.RouteAsync("**/overview/attention*", route => route.FulfillAsync(new() { Status = 500, Body = "" }));
        await page.RouteAsync("**/overview/first-flights*", route => route.AbortAsync());
        await page.GotoAsync("/");
        await Assertions.Expect(page.Locator("#attention .late-failed")).ToContainTextAsync("The server answered with an error (500).");
        await Assertions.Expect(page.Locator("#flights .late-failed")).ToContainTextAsync("The server did not answer.");
        foreach (var look in (Look[])[Look.Light, Look.Dark, Look.Phone])
        {
            await page.EmulateMediaAsync(new() { ColorScheme = look.Theme });
            Look.AssertNone(await Axe.ViolationsAsync(page, look));
            await look.KeepAsync(page, "journey-failed-part");
        }
        session.TakeErrors();

        await page.UnrouteAllAsync();
        await page.Locator("#attention").GetByRole(AriaRole.Button, new() { Name = "Try again" }).ClickAsync();
        await page.Locator("#flights").GetByRole(AriaRole.Button, new() { Name = "Try again" }).ClickAsync();
        await Assertions.Expect(page.Locator("#attention svg")).ToBeVisibleAsync();
        await Assertions.Expect(page.Locator("#flights[data-late]")).ToHaveCountAsync(0);
        await Assertions.Expect(page.Locator(".late-failed")).ToHaveCountAsync(0);
        session.AssertQuiet();
    }

    [Fact]
    public async Task Without_script_a_list_is_searched_sorted_and_followed_to_a_host()
    {
        await using var session = await fleet.SignInAsync(browser, "viewer", javaScript: false, width: 768);
        var page = session.Page;
        await page.GotoAsync("/hosts");
        await page.FillAsync("input[name=q]:visible", "role:web site:fra,ams");
        await page.Keyboard.PressAsync("Enter");
        await page.ArriveAsync("**/hosts?q=*");
        await Assertions.Expect(page.Locator("#host-rows tr")).ToHaveCountAsync(4);
        await page.GetByRole(AriaRole.Link, new() { Name = "Host", Exact = true }).ClickAsync();
        await page.ArriveAsync("**sort=*name*");
        Assert.Equal("fra-web-002", await page.Locator("#host-rows th a").First.InnerTextAsync());
        await page.Locator("#host-rows th a").First.ClickAsync();
        await page.ArriveAsync("**/hosts/*");
        await Assertions.Expect(page.Locator("main h1")).ToContainTextAsync("fra-web-002");
    }

    [Fact]
    public async Task At_200_percent_every_kind_of_page_can_be_read_without_moving_it_sideways()
    {
        await using var session = await fleet.SignInAsync(browser, "viewer", width: Zoomed);
        var look = new Look(Zoomed, ColorScheme.Light, Rules: Rules.None, Kept: false);
        var wrong = new List<string>();
        foreach (
            var path in (string[])
                [
                    "/",
                    "/hosts",
                    "/hosts/fra-web-001",
                    "/policies",
                    "/policies/edge-web",
                    "/rollouts",
                    "/insight",
                    "/compliance",
                    "/standing",
                ]
        )
        {
            await session.Page.GotoAsync(path);
            wrong.AddRange(await look.FaultsAsync(session.Page, path));
        }
        Look.AssertNone(wrong);
        session.AssertQuiet();
    }

    [GeneratedRegex("^ *[a-z]{3}-[a-z]{3}-[0-9]{3}", RegexOptions.Multiline)]
    private static partial Regex HostAtLineStart();
}
