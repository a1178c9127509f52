namespace IwTune.Server.Features.Identity.Pages;

/// <summary>A browser's name for itself, short. A hint only: a browser can send anything.</summary>
internal static class BrowserName
{
    private static readonly (string Mark, string Name)[] Browsers =
    [
        ("Edg/", "Edge"),
        ("OPR/", "Opera"),
        ("Firefox/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
        ("curl/", "curl"),
    ];
    private static readonly (string Mark, string Name)[] Systems =
    [
        ("Windows", "Windows"),
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Mac OS", "macOS"),
        ("Linux", "Linux"),
    ];

    public static string Of(string agent)
    {
        var browser = Browsers.FirstOrDefault(one => agent.Contains(one.Mark, StringComparison.Ordinal)).Name;
        var system = Systems.FirstOrDefault(one => agent.Contains(one.Mark, StringComparison.Ordinal)).Name;
        return (browser, system) switch
        {
            (null, null) => "Unknown program",
            (_, null) => browser,
            (null, _) => system,
            _ => $"{browser} on {system}",
        };
    }
}
