using Microsoft.Playwright;

namespace IwTune.EndToEnd.Console;

/// <summary>Parts of a page that refresh by themselves.</summary>
public sealed class LiveTests(Browser browser)
{
    [Fact]
    public async Task A_host_that_joins_appears_without_a_reload_and_a_silent_server_is_told()
    {
        await using var server = await ConsoleServer.StartAsync();
        await SeededFleet.MakeAsync(server, 8);
        await using var session = await browser.OpenAsync(server);
        var page = session.Page;
        await session.SignInAsync();
        await page.GotoAsync("/hosts");
        var before = await page.Locator("#host-rows tr").CountAsync();

        await SeededFleet.JoinOneAsync(server, "zrh-web-001");
        await page.WaitForSelectorAsync("#host-rows tr:has-text('zrh-web-001')");
        await Assertions.Expect(page.Locator("#host-rows tr")).ToHaveCountAsync(before + 1);
        await Assertions.Expect(page.Locator("#host-counts")).ToHaveTextAsync($"{before + 1} hosts");
        session.AssertQuiet();

        // A part that a person opened stays open when the page renews it, and the keyboard's place is kept.
        await page.GotoAsync("/hosts/zrh-web-001");
        await page.Locator("#host summary").First.FocusAsync();
        await page.Keyboard.PressAsync("Enter");
        var words = await page.Locator("#host details[open] > summary").First.InnerTextAsync();
        await page.EvaluateAsync("document.querySelector('#host').dataset.old = ''");
        await page.EvaluateAsync("htmx.ajax('GET', location.pathname, { target: '#host', select: '#host', swap: 'outerHTML' })");
        await page.WaitForSelectorAsync("#host:not([data-old])");
        Assert.Equal(words, await page.Locator("#host details[open] > summary").First.InnerTextAsync());
        Assert.Equal("SUMMARY", await page.EvaluateAsync<string>("document.activeElement.tagName"));
        session.AssertQuiet();

        await page.GotoAsync("/hosts");
        await page.RouteAsync("**/hosts/rows*", route => route.AbortAsync());
        await SeededFleet.JoinOneAsync(server, "zrh-web-002");
        await page.WaitForSelectorAsync("#stale");
        Assert.Contains("did not answer", await page.InnerTextAsync("#stale"), StringComparison.Ordinal);
        await page.UnrouteAsync("**/hosts/rows*");
        await page.WaitForSelectorAsync("#stale", new() { State = WaitForSelectorState.Detached });
        await page.WaitForSelectorAsync("#host-rows tr:has-text('zrh-web-002')");
        session.TakeErrors();

        // Without the stream the page polls.
        await page.RouteAsync("**/live?*", route => route.AbortAsync());
        await page.GotoAsync("/hosts");
        await SeededFleet.JoinOneAsync(server, "zrh-web-003");
        await page.WaitForSelectorAsync("#host-rows tr:has-text('zrh-web-003')");
    }
}
