using IwTune.Lab;

namespace IwTune.EndToEnd.Console.SignIn;

/// <summary>A page that renews itself, and a person who does something or nothing.</summary>
public sealed class IdleTests(Browser browser)
{
    [Fact]
    public async Task A_page_that_renews_itself_ends_in_a_sign_in_that_returns_and_a_key_keeps_the_session()
    {
        await using var server = await ConsoleServer.StartAsync();
        await SeededFleet.MakeAsync(server, 8);
        await using var session = await browser.OpenAsync(server);
        var page = session.Page;
        var (renewed, reported, loaded) = (0, 0, 0);
        page.Request += (_, request) =>
        {
            if (request.IsNavigationRequest && request.RedirectedFrom is null)
                loaded++;
            if (request.Headers.ContainsKey("iwtune-renewal"))
                renewed++;
        };
        // With the answer, the server has noted it.
        page.Response += (_, answer) =>
        {
            if (answer.Url.EndsWith("/whoami", StringComparison.Ordinal))
                reported++;
        };
        await session.SignInAsync();
        await page.GotoAsync("/hosts?q=os%3Alinux");

        // The page reports at most twice a minute; to the server, time passes in the store.
        await page.EvaluateAsync("const now = Date.now; Date.now = () => now() + 40_000");
        server.AgeSessions(TimeSpan.FromMinutes(50));
        await page.Keyboard.PressAsync("j");
        await Until.TrueAsync(() => Task.FromResult(reported > 0), () => "the key was not reported");
        server.AgeSessions(TimeSpan.FromMinutes(50));
        await SeededFleet.JoinOneAsync(server, "zrh-web-001");
        await page.WaitForSelectorAsync("#host-rows tr:has-text('zrh-web-001')");
        Assert.True(renewed > 0, "a part was renewed as if a person had asked for it");

        loaded = 0;
        server.AgeSessions(TimeSpan.FromMinutes(11));
        await SeededFleet.JoinOneAsync(server, "zrh-web-002");
        await page.ArriveAsync("**/sign-in?**");
        Assert.True(loaded == 1, $"the page was loaded {loaded} times, which can take the reason away");
        Assert.Contains("after 1 hour without activity", await page.InnerTextAsync("main"), StringComparison.Ordinal);
        var wrong = new List<string>();
        foreach (var look in (Look[])[Look.Light, Look.Dark, Look.Phone])
            wrong.AddRange(await look.FaultsAsync(page, "sign-in-idle"));
        Look.AssertNone(wrong);
        await page.FillAsync("#name", "admin");
        await page.FillAsync("#password", server.Password);
        await page.ClickAsync("button.primary");
        await page.ArriveAsync("**/hosts?q=os%3Alinux");
        Assert.True(await page.Locator("#host-rows").IsVisibleAsync());
    }
}
