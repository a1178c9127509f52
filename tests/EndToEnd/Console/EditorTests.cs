using Microsoft.Playwright;

namespace IwTune.EndToEnd.Console;

/// <summary>The policy editor while a person types.</summary>
public sealed class EditorTests(Browser browser)
{
    private const string Text = "policy: edge\nwindow: { initcwnd: 10 }\nscopes: [ default ]\n";

    [Fact]
    public async Task Problems_and_meaning_follow_the_text_without_a_button()
    {
        await using var server = await ConsoleServer.StartAsync();
        await using var session = await browser.OpenAsync(server);
        var page = session.Page;
        await session.SignInAsync();
        await page.GotoAsync("/policies/new");

        await page.FillAsync(
            "#yaml",
            Text.Replace("10", "999", StringComparison.Ordinal).Replace("default", "defalt", StringComparison.Ordinal)
        );
        await Assertions.Expect(page.Locator("#problems .place")).ToHaveTextAsync(["2:21", "3:11"]);
        await Assertions.Expect(page.Locator(".gutter-bad")).ToHaveTextAsync(["2", "3"]);
        await Assertions.Expect(page.Locator("#meaning")).ToContainTextAsync("Shown when the text is valid.");
        await page.FillAsync("#yaml", Text.Replace("10", "7", StringComparison.Ordinal));
        await Assertions.Expect(page.Locator("#meaning td.end").First).ToHaveTextAsync("7");
        await Assertions.Expect(page.Locator("#problems .place")).ToHaveCountAsync(0);

        // A preview is about the text that was checked, and goes with it.
        await page.FillAsync("#reason", "seven");
        await page.ClickAsync("text=Check and preview");
        await Assertions.Expect(page.Locator("#impact")).ToBeVisibleAsync();
        await page.FillAsync("#yaml", Text);
        await Assertions.Expect(page.Locator("#impact")).ToHaveCountAsync(0);
        session.AssertQuiet();
    }

    [Fact]
    public async Task Leaving_a_text_that_was_not_published_asks_first_and_the_text_can_be_restored()
    {
        await using var server = await ConsoleServer.StartAsync();
        await using var session = await browser.OpenAsync(server);
        var page = session.Page;
        await session.SignInAsync();
        await page.GotoAsync("/policies/new");
        var asked = new List<string>();
        page.Dialog += async (_, dialog) =>
        {
            asked.Add(dialog.Type);
            await dialog.AcceptAsync();
        };

        await page.ClickAsync("#yaml");
        await page.Keyboard.PressAsync("Control+a");
        await page.Keyboard.TypeAsync("policy: edge");
        await page.ClickAsync("nav a:has-text('Hosts')");
        await page.ArriveAsync("**/hosts");
        Assert.Equal(["beforeunload"], asked);
        await page.GotoAsync("/policies/new");
        Assert.DoesNotContain("policy: edge\n", await page.InputValueAsync("#yaml"), StringComparison.Ordinal);
        await page.ClickAsync("text=Restore it");
        Assert.Equal("policy: edge", await page.InputValueAsync("#yaml"));

        await page.FillAsync("#yaml", Text);
        await page.FillAsync("#reason", "ten");
        await page.ClickAsync("text=Check and preview");
        await page.ClickAsync("text=Publish revision 1");
        await page.ArriveAsync("**/policies/edge");
        await page.GotoAsync("/policies/new");
        Assert.Equal(0, await page.Locator("text=Restore it").CountAsync());
        Assert.Equal(["beforeunload"], asked);
    }
}
