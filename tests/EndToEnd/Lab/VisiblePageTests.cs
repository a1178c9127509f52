using System.Globalization;
using System.Text.Json.Nodes;
using IwTune.Lab;
using IwTune.Lab.Serving;
using IwTune.Shared.Model;
using IwTune.Testing;
using Microsoft.Playwright;

namespace IwTune.EndToEnd.Lab;

/// <summary>The page of visible segments in a real browser, 100 ms away from the real `iwtune visible`.</summary>
[Collection(nameof(Timed))]
public sealed class VisiblePageTests : IDisposable
{
    private const int Size = 35_000,
        Mss = 1448,
        Port = 8808;

    // A browser that is late by a round trip shows two flights as one: on a busy core it may be late by 100 ms, and rarely by 300 ms.
    private static readonly TimeSpan Rtt = TimeSpan.FromMilliseconds(300);

    private readonly string files = Directory.CreateTempSubdirectory("iwtune-browser-").FullName;

    [Theory]
    [InlineData(3, "3 + 6 + 12 + 4")]
    [InlineData(10, "10 + 15")]
    [InlineData(32, "25")]
    public async Task Marks_arrive_in_the_flights_of_the_model(int initCwnd, string segments)
    {
        Privileged.Require();
        Chromium.Require();
        using var path = new RemotePath(Rtt);
        path.StartWith(initCwnd);
        using var server = path.Server.Start(Binaries.Agent, "visible", "--listen", $"{RemotePath.At(Port)}", "--cc", "cubic", "--json");
        await server.WaitForLineAsync("shows how its segments arrive");
        using var playwright = await Playwright.CreateAsync();
        await using var chromium = await playwright.Chromium.LaunchAsync(
            new() { ExecutablePath = Within(path.Client), Args = Chromium.Arguments }
        );
        var page = await chromium.NewPageAsync();
        page.SetDefaultTimeout(120_000);

        var flights = segments.Split('+').Length;
        Assert.Equal(
            flights,
            SlowStart
                .Predict(
                    new()
                    {
                        SizeBytes = Size,
                        Rtt = Rtt,
                        InitCwnd = initCwnd,
                    }
                )
                .Rounds
        );
        var words = $"{flights} {(flights == 1 ? "flight" : "flights")} of {segments} segments, the last byte after ";
        // A busy machine runs marks late, and two flights may then look like one or three: the best of several runs counts.
        var seen = new List<string>();
        for (var attempt = 0; attempt < 10 && !seen.Exists(text => text.StartsWith(words, StringComparison.Ordinal)); attempt++)
        {
            await page.GotoAsync($"http://{RemotePath.At(Port)}/?{attempt.ToString(CultureInfo.InvariantCulture)}");
            await page.WaitForFunctionAsync("() => !document.getElementById('s').textContent.startsWith('…')");
            seen.Add(await page.TextContentAsync("#h") ?? "");
        }
        Assert.Contains(seen, text => text.StartsWith(words, StringComparison.Ordinal));
        Assert.Equal($"{initCwnd} segments", await page.TextContentAsync("dl div:first-child dd"));
        Assert.Matches(@"^\d+ rounds?, everything acknowledged after [0-9.]+ ms, ", await page.TextContentAsync("#s"));
        Assert.Equal(2, await page.Locator("figure svg path[stroke-width='2']").CountAsync());

        // The kernel's own count: never fewer rounds than the real ones, whatever the machine does.
        var served = JsonNode.Parse(await server.WaitForLineAsync("\"rounds\":"))!;
        Assert.Equal((initCwnd, Mss, flights), ((int)served["initialCwnd"]!, (int)served["mss"]!, (int)served["expectedRounds"]!));
        Assert.True((double)served["ms"]! >= flights * (Rtt.TotalMilliseconds - 1), served.ToJsonString());
    }

    public void Dispose() => Directory.Delete(files, recursive: true);

    /// <summary>A program that runs Chromium in a namespace.</summary>
    private string Within(NetNamespace space)
    {
        var script = Path.Combine(files, "chromium");
        File.WriteAllText(script, $"#!/bin/sh\nexec nsenter --net={space.Path} {Chromium.Program} \"$@\"\n");
        File.SetUnixFileMode(script, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return script;
    }
}
