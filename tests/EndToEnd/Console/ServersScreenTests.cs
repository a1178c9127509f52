using IwTune.Lab;
using IwTune.Lab.Databases;
using Microsoft.Playwright;

namespace IwTune.EndToEnd.Console;

/// <summary>The page about servers where two of them share one database.</summary>
public sealed class ServersScreenTests(Browser browser)
{
    [Fact]
    public async Task Both_servers_stand_on_the_page_and_one_of_them_leads()
    {
        using var database = PostgresCluster.Start();
        var data = Directory.CreateTempSubdirectory("iwtune-other-").FullName;
        await using var server = await ConsoleServer.StartAsync("--database", database.Url("postgres"));
        using var other = LabProcess.Start(
            Binaries.Server,
            ["run", "--data", data, "--database", database.Url("postgres"), "--listen", "127.0.0.1:0"]
        );
        await other.WaitForLineAsync("CA pin");
        await using var session = await browser.OpenAsync(server);
        await session.SignInAsync();
        foreach (var look in (Look[])[Look.Light, Look.Dark, Look.Phone])
        {
            await look.ShowAsync(session.Page);
            await Until.TrueAsync(async () => await RowsAsync(session.Page) == 2, () => "the page does not show both");
            var table = await session.Page.InnerTextAsync("section:has(#servers) table");
            Assert.Single(table.Split('\n'), line => line.Contains("leader", StringComparison.OrdinalIgnoreCase));
            Assert.Single(table.Split('\n'), line => line.Contains("standby", StringComparison.OrdinalIgnoreCase));
            await look.KeepAsync(session.Page, "servers");
        }
        session.AssertQuiet();
        await other.StopAsync();
        Directory.Delete(data, recursive: true);
    }

    private static async Task<int> RowsAsync(IPage page)
    {
        await page.GotoAsync("/about");
        return await page.Locator("section:has(#servers) tbody tr").CountAsync();
    }
}
