using IwTune.EndToEnd.Console;
using Microsoft.Playwright;

[assembly: AssemblyFixture(typeof(Browser))]

namespace IwTune.EndToEnd.Console;

/// <summary>The installed browser, started once for all tests, when the first page is opened.</summary>
public sealed class Browser : IAsyncDisposable
{
    // On a machine that is busy with other tests, a page may take this long.
    private const float Patience = 120_000;

    private readonly Lazy<Task<(IPlaywright Playwright, IBrowser Chromium)>> started = new(StartAsync);

    public async ValueTask DisposeAsync()
    {
        if (!started.IsValueCreated)
            return;
        var (playwright, chromium) = await started.Value;
        await chromium.DisposeAsync();
        playwright.Dispose();
    }

    /// <summary>A fresh session.</summary>
    public async Task<Session> OpenAsync(ConsoleServer server, bool javaScript = true, int width = 1440)
    {
        Chromium.Require();
        var context = await (await started.Value).Chromium.NewContextAsync(
            new()
            {
                BaseURL = server.Url,
                IgnoreHTTPSErrors = true,
                JavaScriptEnabled = javaScript,
                ViewportSize = new() { Width = width, Height = 900 },
            }
        );
        context.SetDefaultTimeout(Patience);
        return new(context, await context.NewPageAsync(), server);
    }

    private static async Task<(IPlaywright, IBrowser)> StartAsync()
    {
        Assertions.SetDefaultExpectTimeout(Patience);
        var playwright = await Playwright.CreateAsync();
        return (playwright, await playwright.Chromium.LaunchAsync(new() { ExecutablePath = Chromium.Program, Args = Chromium.Arguments }));
    }
}
