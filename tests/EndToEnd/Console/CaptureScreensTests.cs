using IwTune.Lab;
using Microsoft.Playwright;

namespace IwTune.EndToEnd.Console;

/// <summary>A capture that was measured (48 kB at 90 ms behind 10 Mbit/s, a buffer of 12), attached and looked at as a person does; kept as pictures in artifacts/screens.</summary>
public sealed class CaptureScreensTests(Browser browser)
{
    [Theory]
    [InlineData(1440, "light")]
    [InlineData(1440, "dark")]
    [InlineData(390, "light")]
    public async Task A_capture_is_attached_drawn_and_removed(int width, string theme)
    {
        await using var server = await ConsoleServer.StartAsync();
        await using var session = await browser.OpenAsync(server, width: width, theme: theme);
        var page = session.Page;
        await session.SignInAsync();
        await page.GotoAsync("/insight");
        await Picture(page, $"insight-empty-{width}-{theme}");
        await page.SetInputFilesAsync("#capture-file", Path.Combine(Binaries.Root, "tests/fixtures/captures/two-windows.json"));
        await page.ClickAsync("form[enctype] button");
        await page.ArriveAsync("**/insight/captures/*");

        Assert.Equal(4, await page.Locator("figure.chart svg[role=img]").CountAsync());
        Assert.Contains("7 dropped, 7 sent again", await page.Locator("figcaption").Nth(3).TextContentAsync(), StringComparison.Ordinal);
        Assert.True(await page.EvaluateAsync<bool>("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), "the page scrolls sideways");
        await Picture(page, $"capture-{width}-{theme}");
        await page.GotoAsync("/insight");
        await Picture(page, $"insight-{width}-{theme}");
        session.AssertQuiet();

        await page.ClickAsync(".row-link");
        await page.ClickAsync("a:has-text('Remove')");
        await page.ClickAsync("button.primary");
        await page.ArriveAsync("**/insight");
        Assert.True(await page.Locator(".empty").First.IsVisibleAsync());
        session.AssertQuiet();
    }

    private static Task Picture(IPage page, string name) =>
        page.ScreenshotAsync(new() { Path = Path.Combine(Binaries.Root, "artifacts/screens", name + ".png"), FullPage = true });
}
