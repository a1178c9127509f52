using IwTune.Lab;

namespace IwTune.EndToEnd.Console;

/// <summary>
/// A measured capture (48 kB at 90 ms behind 10 Mbit/s, a buffer of 12), attached and viewed as a person does; pictures are kept in
/// artifacts/screens.
/// </summary>
public sealed class CaptureScreensTests(Browser browser)
{
    private static readonly Look[] Looks = [Look.Light, Look.Dark, Look.Phone];

    [Fact]
    public async Task A_capture_is_attached_drawn_and_removed()
    {
        await using var server = await ConsoleServer.StartAsync();
        await using var session = await browser.OpenAsync(server);
        var page = session.Page;
        await session.SignInAsync();
        await page.GotoAsync("/insight");
        await Look.AssertFlawlessAsync(page, "insight-empty", Looks);
        await page.SetInputFilesAsync("#capture-file", Path.Combine(Binaries.Root, "tests/fixtures/captures/two-windows.json"));
        await page.ClickAsync("form[enctype] button");
        await page.ArriveAsync("**/insight/captures/*");

        Assert.Equal(4, await page.Locator("figure.chart svg[role=img]").CountAsync());
        Assert.Contains("7 dropped, 7 retransmitted", await page.Locator("figcaption").Nth(3).TextContentAsync(), StringComparison.Ordinal);
        await Look.AssertFlawlessAsync(page, "capture", Looks);
        await page.GotoAsync("/insight");
        await Look.AssertFlawlessAsync(page, "insight", Looks);
        session.AssertQuiet();

        await page.ClickAsync(".row-link");
        await page.ClickAsync("a:has-text('Remove')");
        await page.ClickAsync("button.primary");
        await page.ArriveAsync("**/insight");
        Assert.True(await page.Locator(".empty").First.IsVisibleAsync());
        session.AssertQuiet();
    }
}
