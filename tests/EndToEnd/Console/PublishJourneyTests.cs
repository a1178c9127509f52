using Microsoft.Playwright;

namespace IwTune.EndToEnd.Console;

/// <summary>An administrator's main path through the console, with script and without.</summary>
public sealed class PublishJourneyTests(Browser browser)
{
    private const string First = "policy: edge\nwindow: { initcwnd: 3 }\nscopes: [ default ]\n";

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_policy_goes_from_its_problems_to_published_to_rolled_back(bool javaScript)
    {
        await using var server = await ConsoleServer.StartAsync();
        await using var session = await browser.OpenAsync(server, javaScript);
        var page = session.Page;
        await session.SignInAsync();

        // Two errors: both are shown with their position, and the input is kept.
        await page.GotoAsync("/policies/new");
        await page.FillAsync("#yaml", First.Replace("3", "1024", StringComparison.Ordinal) + "confirm: soon\n");
        await page.FillAsync("#reason", "first <b>try</b>");
        await page.ClickAsync("text=Check and preview");
        await Assertions.Expect(page.Locator(".problems .place")).ToHaveTextAsync(["2:21", "4:10"]);
        Assert.Contains("initcwnd: 1024", await page.InputValueAsync("#yaml"), StringComparison.Ordinal);
        Assert.Equal("first <b>try</b>", await page.InputValueAsync("#reason"));
        Assert.Equal(0, await page.Locator("text=Publish revision").CountAsync());

        // Corrected: a preview first, then published.
        await page.FillAsync("#yaml", First);
        await page.ClickAsync("text=Check and preview");
        await page.ClickAsync("text=Publish revision 1");
        await page.ArriveAsync("**/policies/edge");
        Assert.Contains("Revision 1 of edge is published", await page.InnerTextAsync(".notice"), StringComparison.Ordinal);
        await page.ReloadAsync();
        Assert.Equal(0, await page.Locator(".notice").CountAsync());

        // A second revision, whose preview is a diff.
        await page.ClickAsync("a:has-text('Edit')");
        await page.FillAsync("#yaml", First.Replace("3", "10", StringComparison.Ordinal));
        await page.FillAsync("#reason", "ten segments");
        await page.ClickAsync("text=Check and preview");
        Assert.Equal("3", await page.InnerTextAsync(".diff del"));
        Assert.Equal("10", await page.InnerTextAsync(".diff ins"));
        await page.ClickAsync("text=Publish revision 2");
        await page.ArriveAsync("**/policies/edge");

        await page.ClickAsync("tr:has-text('r2') >> text=Diff");
        Assert.Contains("first <b>try</b>", await page.InnerTextAsync(".diff thead"), StringComparison.Ordinal);

        // A rollback requires a reason.
        await page.ClickAsync("a:has-text('Roll back to 1')");
        await page.ClickAsync("button:has-text('Roll back to revision 1')");
        Assert.Contains("enter a reason", (await page.InnerTextAsync(".field-problem")).ToLowerInvariant(), StringComparison.Ordinal);
        await page.FillAsync("#reason", "p95 rose");
        await page.ClickAsync("button:has-text('Roll back to revision 1')");
        await page.ArriveAsync("**/policies/edge");
        Assert.Contains("Revision 3 has the content of revision 1", await page.InnerTextAsync(".notice"), StringComparison.Ordinal);
        Assert.Contains("initcwnd: 3", await page.InnerTextAsync(".document"), StringComparison.Ordinal);

        await page.GotoAsync("/audit");
        Assert.Contains("p95 rose", await page.InnerTextAsync("tbody"), StringComparison.Ordinal);
        session.AssertQuiet();
    }

    [Fact]
    public async Task Keys_move_between_rows_and_open_them_and_the_palette_finds_a_policy()
    {
        await using var server = await ConsoleServer.StartAsync();
        var token = server.Token("--kind", "api");
        foreach (var name in (string[])["alpha", "beta"])
            await server.PublishAsync(token, new($"policy: {name}\nwindow: {{ initcwnd: 10 }}\nscopes: [ default ]\n", "a start"));
        await using var session = await browser.OpenAsync(server);
        var page = session.Page;
        await session.SignInAsync();

        await page.GotoAsync("/policies");
        await page.Keyboard.PressAsync("j");
        await page.Keyboard.PressAsync("j");
        await page.Keyboard.PressAsync("k");
        await page.Keyboard.PressAsync("Enter");
        await page.ArriveAsync("**/policies/alpha");

        await page.Keyboard.PressAsync("Control+k");
        await page.Keyboard.TypeAsync("bet");
        // Faster than any answer: the list still has what the empty text found.
        await page.Keyboard.PressAsync("Enter");
        await page.ArriveAsync("**/policies/beta");

        await page.Keyboard.PressAsync("?");
        Assert.Contains("Next and previous row", await page.InnerTextAsync(".shortcuts[open]"), StringComparison.Ordinal);
        await page.Keyboard.PressAsync("Escape");
        await Assertions.Expect(page.Locator(".shortcuts[open]")).ToHaveCountAsync(0);
        session.AssertQuiet();
    }

    [Fact]
    public async Task The_theme_switches_at_once_and_stays_after_a_reload()
    {
        await using var server = await ConsoleServer.StartAsync();
        await using var session = await browser.OpenAsync(server);
        var page = session.Page;
        await session.SignInAsync();

        await page.ClickAsync("[data-look=theme] button");
        await page.ReloadAsync(new() { WaitUntil = WaitUntilState.DOMContentLoaded });

        Assert.Equal("dark", await page.GetAttributeAsync("html", "data-theme"));
        Assert.Equal("rgb(18, 20, 22)", await page.EvaluateAsync<string>("getComputedStyle(document.body).backgroundColor"));
        session.AssertQuiet();
    }
}
