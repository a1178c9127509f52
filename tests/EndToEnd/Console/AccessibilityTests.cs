namespace IwTune.EndToEnd.Console;

/// <summary>WCAG 2.2 AA as far as a program can judge it: axe-core over every page, both themes.</summary>
public sealed class AccessibilityTests(Browser browser, ScreensTests.Fleet fleet) : IClassFixture<ScreensTests.Fleet>
{
    [Theory]
    [InlineData("light", 1440)]
    [InlineData("dark", 1440)]
    [InlineData("light", 390)]
    public async Task No_page_breaks_a_rule_that_a_program_can_check(string theme, int width)
    {
        // Only the rules are let in past the policy; what the policy blocks is another test's matter.
        await using var session = await browser.OpenAsync(fleet.Server, width: width, theme: theme, bypassCsp: true);
        await session.SignInAsync();
        var violations = new List<string>();
        foreach (var (_, path) in fleet.Pages)
        {
            await session.Page.GotoAsync(path);
            violations.AddRange(await Axe.ViolationsAsync(session.Page, width, theme));
        }
        Assert.True(violations.Count == 0, string.Join('\n', violations));
    }

    [Fact]
    public async Task The_keyboard_reaches_the_page_first_and_every_focus_is_visible()
    {
        await using var session = await browser.OpenAsync(fleet.Server);
        await session.SignInAsync();
        await session.Page.GotoAsync("/hosts");

        await session.Page.Keyboard.PressAsync("Tab");
        Assert.Equal("Skip to the page", await session.Page.EvaluateAsync<string>("document.activeElement.textContent"));
        for (var i = 0; i < 25; i++)
        {
            await session.Page.Keyboard.PressAsync("Tab");
            var outline = await session.Page.EvaluateAsync<string>("getComputedStyle(document.activeElement).outlineStyle + ' ' + document.activeElement.outerHTML.slice(0, 80)");
            Assert.StartsWith("solid", outline, StringComparison.Ordinal);
        }
    }
}
