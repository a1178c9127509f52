using IwTune.Lab;
using IwTune.Testing;

namespace IwTune.EndToEnd.Console;

/// <summary>WCAG 2.2 AA as far as a program can judge it: axe-core over every page, both themes.</summary>
public sealed class AccessibilityTests(Browser browser, ScreensTests.Fleet fleet) : IClassFixture<Browser>, IClassFixture<ScreensTests.Fleet>
{
    private const string Run = """
        async () => {
          const found = await axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] });
          return found.violations.flatMap(v => v.nodes.slice(0, 3).map(n => `${location.pathname}: ${v.id}: ${n.html.slice(0, 160)} ${n.failureSummary.replaceAll("\n", " ")}`));
        }
        """;

    [Theory]
    [InlineData("light", 1440)]
    [InlineData("dark", 1440)]
    [InlineData("light", 390)]
    public async Task No_page_breaks_a_rule_that_a_program_can_check(string theme, int width)
    {
        var rules = Rules();
        // Only the rules are let in past the policy; what the policy blocks is another test's matter.
        await using var session = await browser.OpenAsync(fleet.Server, width: width, theme: theme, bypassCsp: true);
        await session.SignInAsync();
        var violations = new List<string>();
        foreach (var (_, path) in ScreensTests.Pages)
        {
            await session.Page.GotoAsync(path);
            // As tall as the page: what lies behind the bar at the bottom of a small screen can be scrolled to.
            await session.Page.SetViewportSizeAsync(width, 900 + await session.Page.EvaluateAsync<int>("document.documentElement.scrollHeight"));
            await session.Page.AddScriptTagAsync(new() { Content = rules });
            violations.AddRange(await session.Page.EvaluateAsync<string[]>(Run));
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

    private static string Rules()
    {
        var folder = Path.Combine(Binaries.Root, "tests/EndToEnd/Console/axe");
        var file = Path.Combine(folder, "node_modules/axe-core/axe.min.js");
        if (!File.Exists(file))
        {
            if (!Commands.Installed("npm"))
                Lacking.Skip("npm is missing, so the accessibility rules (axe-core) cannot be restored: apt-get install npm");
            var restored = Commands.TryRun("npm", "ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund");
            if (restored.ExitCode != 0)
                Lacking.Skip($"axe-core could not be restored: {restored.Error}");
        }
        return File.ReadAllText(file);
    }
}
