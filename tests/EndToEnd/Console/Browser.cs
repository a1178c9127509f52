using IwTune.Testing;
using Microsoft.Playwright;

namespace IwTune.EndToEnd.Console;

/// <summary>The installed Chromium, started once for a class of tests.</summary>
public sealed class Browser : IAsyncLifetime
{
    private static readonly string[] Arguments =
        ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];

    private IPlaywright? playwright;
    private IBrowser? chromium;

    public async ValueTask InitializeAsync()
    {
        if (!File.Exists(Program))
            return;
        playwright = await Playwright.CreateAsync();
        chromium = await playwright.Chromium.LaunchAsync(new() { ExecutablePath = Program, Args = Arguments });
    }

    public async ValueTask DisposeAsync()
    {
        if (chromium is not null)
            await chromium.DisposeAsync();
        playwright?.Dispose();
    }

    /// <summary>A fresh session. Skips the test where no Chromium is installed; in continuous integration that is a failure.</summary>
    public async Task<Session> OpenAsync(ConsoleServer server, bool javaScript = true, int width = 1440, string theme = "light", bool bypassCsp = false)
    {
        if (chromium is null)
            Lacking.Skip($"{Program} is missing: apt-get install chromium");
        var context = await chromium.NewContextAsync(new()
        {
            BaseURL = server.Url,
            IgnoreHTTPSErrors = true,
            JavaScriptEnabled = javaScript,
            BypassCSP = bypassCsp,
            ColorScheme = theme == "dark" ? ColorScheme.Dark : ColorScheme.Light,
            ViewportSize = new() { Width = width, Height = 900 },
        });
        context.SetDefaultTimeout(45_000);
        return new(context, await context.NewPageAsync(), server);
    }

    private static string Program => Environment.GetEnvironmentVariable("CHROMIUM") ?? "/usr/bin/chromium";
}
