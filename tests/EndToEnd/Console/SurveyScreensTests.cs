using System.Text.Json;
using IwTune.Lab;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;
using Microsoft.Playwright;

namespace IwTune.EndToEnd.Console;

/// <summary>Two surveys, attached by the real command and viewed as a person does; pictures are kept in artifacts/screens.</summary>
public sealed class SurveyScreensTests(Browser browser)
{
    private static readonly DateTimeOffset Start = new(2026, 10, 1, 12, 0, 0, TimeSpan.Zero);
    private static readonly Look[] Looks = [Look.Light, Look.Dark, new(1280, ColorScheme.Light), Look.Phone];

    [Fact]
    public async Task Surveys_are_attached_shown_beside_the_published_windows_and_removed()
    {
        await using var server = await ConsoleServer.StartAsync();
        await using var session = await browser.OpenAsync(server);
        var page = session.Page;
        await session.SignInAsync();
        await page.GotoAsync("/insight/surveys");
        await Look.AssertFlawlessAsync(page, "surveys-empty", Look.Light);

        var history = Path.Combine(Path.GetTempPath(), $"iwtune-surveys-{Guid.NewGuid():N}.jsonl");
        try
        {
            Add(history, 0, Read("www.example.org", 443, 4), Read("static.example.net", 80, 10), Read("2001:db8::1", 443, 32));
            Push(server, history);
            Add(
                history,
                30,
                Read("www.example.org", 443, 10),
                Read("static.example.net", 80, 8, FlightVerdict.DataLimited),
                Unread("old.example.com")
            );
            var attached = Push(server, history);

            await page.ReloadAsync();
            Assert.Equal(4, await page.Locator("section[aria-labelledby=services] tbody tr").CountAsync());
            Assert.Contains(
                "was 4",
                await page.Locator("tr:has-text('www.example.org')").First.TextContentAsync(),
                StringComparison.Ordinal
            );
            await Look.AssertFlawlessAsync(page, "surveys", Looks);
            session.AssertQuiet();

            var list = Fleet(server, "list");
            Assert.Equal(2, list.Split('\n').Count(line => line.Contains("2026-", StringComparison.Ordinal)));
            var id = attached.Split(' ')[4].TrimEnd(':');
            Assert.Contains("≥ 8", Fleet(server, "show", id), StringComparison.Ordinal);
            Assert.Equal("Removed.\n", Fleet(server, "remove", id));
            await page.ReloadAsync();
            Assert.Equal(3, await page.Locator("section[aria-labelledby=services] tbody tr").CountAsync());
        }
        finally
        {
            File.Delete(history);
        }
    }

    private static string Push(ConsoleServer server, string history) => Fleet(server, "push", history);

    private static string Fleet(ConsoleServer server, params string[] words)
    {
        string[] access = ["--server", server.Url, "--token", server.Token("--kind", "api"), "--ca-pin", server.CaPin];
        var ran = Commands.TryRun(Binaries.Agent, ["fleet", "surveys", .. words, .. access]);
        Assert.Equal((0, ""), (ran.ExitCode, ran.Error));
        return ran.Output;
    }

    private static void Add(string history, int day, params SurveyReading[] readings) =>
        File.AppendAllLines(
            history,
            readings.Select(reading =>
            {
                var at = Start.AddDays(day);
                var text = JsonSerializer.Serialize(reading with { Taken = at }, InsightJson.Default.SurveyReading);
                return $$"""{"survey":"{{at:O}}","reading":{{text}}}""";
            })
        );

    private static SurveyReading Read(string host, int port, int segments, FlightVerdict verdict = FlightVerdict.IwLimited) =>
        new()
        {
            Host = host,
            Port = port,
            Tls = port == 443,
            Address = "192.0.2.80",
            Taken = Start,
            Segments = segments,
            Verdict = verdict,
            Bytes = segments * 524,
            Mss = 524,
            RttMicroseconds = 21_370,
            ReceiveWindow = 64_240,
            ReceiveScale = 7,
        };

    private static SurveyReading Unread(string host) =>
        new()
        {
            Host = host,
            Port = 80,
            Tls = false,
            Taken = Start,
            Failure = $"{host} (192.0.2.9:80) did not answer within 10 s. Check the port and the firewalls on the way.",
        };
}
