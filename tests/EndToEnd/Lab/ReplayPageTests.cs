using System.Text.Json.Nodes;
using IwTune.EndToEnd.Console;
using IwTune.Lab;
using IwTune.Testing;
using Microsoft.Playwright;

namespace IwTune.EndToEnd.Lab;

/// <summary>The page of the real `iwtune lab --replay` in a real browser.</summary>
public sealed class ReplayPageTests : IDisposable
{
    private const int Size = 60_000,
        Mss = 1448;

    /// <summary>Keeps what the button says, one after the other: on a busy machine the page has played before it can be asked.</summary>
    private const string Listening = """
        window.words = [];
        new MutationObserver(() => {
          const word = document.getElementById("play")?.textContent;
          if (word && words.at(-1) !== word) words.push(word);
        }).observe(document, { subtree: true, childList: true, characterData: true });
        """;

    private readonly string files = Directory.CreateTempSubdirectory("iwtune-replay-").FullName;

    private string File => Path.Combine(files, "page.html");

    [Fact]
    public async Task It_plays_by_itself_and_shows_at_each_time_what_had_arrived_by_then()
    {
        Measure("3,10");
        using var playwright = await Playwright.CreateAsync();
        await using var chromium = await playwright.Chromium.LaunchAsync(
            new() { ExecutablePath = Chromium.Program, Args = Chromium.Arguments }
        );
        var page = await chromium.NewPageAsync(new() { ReducedMotion = ReducedMotion.NoPreference });
        var complaints = new List<string>();
        page.Console += (_, message) => complaints.Add(message.Text);
        page.PageError += (_, error) => complaints.Add(error);
        await page.AddInitScriptAsync(Listening);
        await page.GotoAsync($"file://{File}");
        await page.WaitForFunctionAsync("() => document.querySelectorAll('.arm.done').length === 2");
        Assert.Equal(["Pause", "Replay"], (await page.EvaluateAsync<string[]>("words"))[^2..]);

        var arms = JsonNode.Parse(await page.TextContentAsync("#data") ?? "")!["arms"]!.AsArray();
        var end = arms.Max(arm => (double)arm!["points"]!.AsArray()[^1]![0]!);
        foreach (var time in new[] { 0, end / 4, end / 2, end * 3 / 4, end, end / 3, 0 })
        {
            await page.EvaluateAsync(
                "ms => { const time = document.getElementById('time'); time.value = ms; time.dispatchEvent(new Event('input')); }",
                time
            );
            for (var arm = 0; arm < 2; arm++)
                Assert.Equal(
                    Here(arms[arm]!["points"]!.AsArray(), time),
                    await page.Locator($"#arm{arm} .cells .one, #arm{arm} .cells .other").CountAsync()
                );
        }
        await page.SelectOptionAsync("#speed", "0.1");
        await page.ClickAsync("#play");
        await page.WaitForFunctionAsync("() => parseFloat(document.getElementById('clock').textContent) > 0");
        await page.ClickAsync("#play");
        Assert.Equal("Continue", await page.TextContentAsync("#play"));
        Assert.Empty(complaints);
    }

    [Fact]
    public async Task It_fits_narrow_screens_breaks_no_rule_of_accessibility_and_stands_still_where_motion_is_unwanted()
    {
        Measure("3,10,20,32");
        using var playwright = await Playwright.CreateAsync();
        await using var chromium = await playwright.Chromium.LaunchAsync(
            new() { ExecutablePath = Chromium.Program, Args = Chromium.Arguments }
        );
        foreach (var look in (Look[])[new(1280, ColorScheme.Light), new(1280, ColorScheme.Dark), new(360, ColorScheme.Light)])
        {
            var page = await chromium.NewPageAsync(
                new()
                {
                    ReducedMotion = ReducedMotion.Reduce,
                    ColorScheme = look.Theme,
                    ViewportSize = new() { Width = look.Width, Height = 900 },
                }
            );
            await page.GotoAsync($"file://{File}");
            Assert.Equal(4, await page.Locator(".arm.done").CountAsync());
            Assert.InRange(await page.EvaluateAsync<int>("document.documentElement.scrollWidth"), 1, look.Width);
            Assert.Empty(await Axe.ViolationsAsync(page, look));
        }
    }

    public void Dispose() => Directory.Delete(files, recursive: true);

    private void Measure(string windows)
    {
        Privileged.Require();
        Chromium.Require();
        string[] path = ["--size", $"{Size}", "--rtt", "100ms", "--runs", "1"];
        Commands.Run(Binaries.Agent, ["lab", .. path, "--iw", windows, "--views", "250k", "--replay", File]);
    }

    /// <summary>Cells that are whole by then.</summary>
    private static int Here(JsonArray points, double time)
    {
        var bytes = points.Where(point => (double)point![0]! <= time).Select(point => (long)(double)point![1]!).DefaultIfEmpty(0).Max();
        return (int)(bytes == Size ? (Size + Mss - 1) / Mss : bytes / Mss);
    }
}
