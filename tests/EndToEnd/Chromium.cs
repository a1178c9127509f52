using IwTune.Testing;

namespace IwTune.EndToEnd;

/// <summary>
/// The installed browser. Debian's chromium-headless-shell has the same engine as its chromium, which needs ten times the processor time to
/// draw tall pages without a GPU.
/// </summary>
internal static class Chromium
{
    public static readonly string[] Arguments =
    [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--no-proxy-server",
    ];

    public static string Program => Environment.GetEnvironmentVariable("CHROMIUM") ?? "/usr/bin/chromium-headless-shell";

    /// <summary>Skips the test where it is not installed; in continuous integration that is a failure.</summary>
    public static void Require()
    {
        if (!File.Exists(Program))
            Lacking.Skip($"{Program} is missing: apt-get install chromium-headless-shell");
    }
}
