using IwTune.Lab;
using IwTune.Testing;
using Microsoft.Playwright;

namespace IwTune.EndToEnd.Console;

/// <summary>The accessibility rules that a program can check: axe-core over the open page.</summary>
internal static class Axe
{
    private const string Run = """
        async options => {
          const found = await axe.run(document, options);
          return found.violations.flatMap(v => v.nodes.slice(0, 3).map(n => `${location.pathname}: ${v.id}: ${n.html.slice(0, 160)} ${n.failureSummary.replaceAll("\n", " ")}`));
        }
        """;

    private static readonly Lazy<string> Source = new(Read);

    private static readonly string[] Tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
        Colours = ["color-contrast", "link-in-text-block"];

    /// <param name="page">The open page.</param>
    /// <param name="look">How it is shown, and which rules check it.</param>
    public static async Task<string[]> ViolationsAsync(IPage page, Look look)
    {
        // As tall as the page, because content behind the bar at the bottom of a small screen can be scrolled into view.
        await page.SetViewportSizeAsync(look.Width, 900 + await page.EvaluateAsync<int>("document.documentElement.scrollHeight"));
        // Not a script of the page, because the console's content security policy would block it.
        if (!await page.EvaluateAsync<bool>("'axe' in window"))
            await page.EvaluateAsync(Source.Value);
        // Nothing else of the result is read: for every element that breaks no rule it would find a selector of its own.
        var options = new Dictionary<string, object>
        {
            ["runOnly"] = look.Rules == Rules.Colours ? Colours : Tags,
            ["resultTypes"] = (string[])["violations"],
        };
        if (look.Rules == Rules.ButColours)
            options["rules"] = Colours.ToDictionary(id => id, _ => new { enabled = false });
        return await page.EvaluateAsync<string[]>(Run, options);
    }

    private static string Read()
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
