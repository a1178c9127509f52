using IwTune.Lab;
using IwTune.Testing;
using Microsoft.Playwright;

namespace IwTune.EndToEnd.Console;

/// <summary>A window's width and a theme in which a page is shown.</summary>
/// <param name="Width">In CSS pixels.</param>
/// <param name="Theme">The colour preference that the browser reports.</param>
/// <param name="Rules">The accessibility rules that check this look.</param>
/// <param name="Kept">Whether a picture of it is kept, except in continuous integration.</param>
internal sealed record Look(int Width, ColorScheme Theme, Rules Rules = Rules.All, bool Kept = true)
{
    private const int Height = 900;
    private static readonly string Pictures = Path.Combine(Binaries.Root, "artifacts/screens");

    // The elements that make the page itself scroll sideways; scrolling inside a region of its own is intended.
    private const string Overflow = """
        () => {
          const root = document.documentElement;
          if (root.scrollWidth <= root.clientWidth) return [];
          return [`${location.pathname}: ${root.scrollWidth} > ${root.clientWidth}`, ...[...document.querySelectorAll("body *")]
            .filter(e => e.getBoundingClientRect().right > root.clientWidth + 1 && !e.closest(".table-wrap, .document, .editor, .code"))
            .slice(0, 5).map(e => `${location.pathname}: <${e.localName} class="${e.className}">`)];
        }
        """;

    // Tables of numbers need their headings: on a phone they scroll (docs/console.md).
    private const string Numbers =
        "^(Targets|Scopes|Windows by scope|Host decisions|Measurements of the day|Points of .*|Arms of .*|Result for each window|"
        + "Recommended windows .*|An initial window of .*|Initial windows of .*|.* by round-trip time.*|Hosts by .*|Hosts that .*|"
        + "First flights between .*|Window writers|Surveyed hosts.*|Effect of .*|Hosts and effect .*|Gate .*)$";

    // From the width of a small laptop on no part of a table may be hidden behind its own scroll bar either, nor one of a list on a phone.
    private const string HiddenColumns = """
        numbers => [...document.querySelectorAll(".table-wrap")].filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth)
          .filter(e => !numbers || !new RegExp(numbers).test(e.ariaLabel) && !e.closest(".chart, details")
            && location.protocol !== "file:")
          .map(e => `${location.pathname}: table ${e.ariaLabel} of ${e.scrollWidth} in ${e.clientWidth}: `
            + [...e.querySelectorAll("th:not([scope=row])")].map(head => `${head.innerText} ${head.clientWidth}`).join(", "))
        """;

    public static Look Light { get; } = new(1440, ColorScheme.Light);

    /// <summary>A theme changes only the colours of the same document.</summary>
    public static Look Dark { get; } = new(1440, ColorScheme.Dark, Rules.Colours);

    /// <summary>The widths between, in which pages must fit as well.</summary>
    public static Look Laptop { get; } = new(1280, ColorScheme.Light, Rules: Rules.None, Kept: false);

    public static Look SmallLaptop { get; } = new(1024, ColorScheme.Light, Rules: Rules.None, Kept: false);

    public static Look Wide { get; } = new(1920, ColorScheme.Light, Rules: Rules.None, Kept: false);

    public static Look Tablet { get; } = new(900, ColorScheme.Light, Rules: Rules.None, Kept: false);

    public static Look Phone { get; } = new(360, ColorScheme.Light);

    /// <summary>Shows the open page in this look.</summary>
    public async Task ShowAsync(IPage page)
    {
        await page.EmulateMediaAsync(new() { ColorScheme = Theme });
        await page.SetViewportSizeAsync(Width, Height);
        // Pictures that a page loads after itself belong to it. Playwright's own waiting needs eval, which the pages forbid.
        await Until.TrueAsync(
            () => page.EvaluateAsync<bool>("!window.htmx || !document.querySelector('[data-late][hx-trigger^=load]')"),
            () => $"a part of {page.Url} is not loaded"
        );
    }

    /// <summary>Keeps a picture of the whole open page in artifacts/screens, for people to view.</summary>
    public async Task KeepAsync(IPage page, string name)
    {
        if (Lacking.InContinuousIntegration)
            return;
        var file = $"{name}-{Width}-{(Theme == ColorScheme.Dark ? "dark" : "light")}.png";
        await page.ScreenshotAsync(new() { Path = Path.Combine(Pictures, file), FullPage = true });
    }

    /// <summary>Keeps a copy of a file beside the pictures, except in continuous integration.</summary>
    public static void Keep(string path, string name)
    {
        if (!Lacking.InContinuousIntegration)
            File.Copy(path, Path.Combine(Directory.CreateDirectory(Pictures).FullName, name), overwrite: true);
    }

    /// <summary>
    /// Shows the open page in this look, keeps a picture, and lists all faults: sideways scrolling, hidden columns, broken rules.
    /// </summary>
    public async Task<List<string>> FaultsAsync(IPage page, string name)
    {
        await ShowAsync(page);
        List<string> faults = [.. await page.EvaluateAsync<string[]>(Overflow)];
        if (Width >= SmallLaptop.Width || Width <= Phone.Width)
            faults.AddRange(await page.EvaluateAsync<string[]>(HiddenColumns, Width <= Phone.Width ? Numbers : null));
        if (Kept)
            await KeepAsync(page, name);
        if (Rules != Rules.None)
            faults.AddRange(await Axe.ViolationsAsync(page, this));
        return [.. faults.Select(fault => $"{name}, {Width} {Theme}: {fault}")];
    }

    /// <summary>Fails with all faults of the open page in several looks.</summary>
    public static async Task AssertFlawlessAsync(IPage page, string name, params Look[] looks) =>
        AssertNone(await FaultsAsync(page, name, looks));

    public static void AssertNone(IReadOnlyCollection<string> faults) => Assert.True(faults.Count == 0, string.Join('\n', faults));

    /// <summary>All faults of the open page in several looks.</summary>
    public static async Task<List<string>> FaultsAsync(IPage page, string name, params Look[] looks)
    {
        var faults = new List<string>();
        foreach (var look in looks)
            faults.AddRange(await look.FaultsAsync(page, name));
        return faults;
    }
}
