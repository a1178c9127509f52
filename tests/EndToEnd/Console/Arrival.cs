using System.Text.RegularExpressions;
using IwTune.Lab;
using Microsoft.Playwright;

namespace IwTune.EndToEnd.Console;

internal static partial class Arrival
{
    /// <summary>Waits until the page that a click opens has loaded.</summary>
    /// <param name="page">The tab.</param>
    /// <param name="address">With <c>*</c> for part of a path and <c>**</c> for anything.</param>
    public static Task ArriveAsync(this IPage page, string address) =>
        page.ArriveAsync(
            new Regex(
                $"^{Stars().Replace(Regex.Escape(address), stars => stars.Length > 2 ? ".*" : "[^/]*")}$",
                RegexOptions.None,
                TimeSpan.FromSeconds(1)
            )
        );

    /// <inheritdoc cref="ArriveAsync(IPage, string)"/>
    public static async Task ArriveAsync(this IPage page, Regex address)
    {
        try
        {
            await Until.TrueAsync(() => address.IsMatch(page.Url), () => $"the page is {page.Url} instead of {address}");
        }
        catch (LabException error)
        {
            throw new LabException($"{error.Message}; it says:\n{await page.InnerTextAsync("body")}");
        }
        try
        {
            await page.WaitForLoadStateAsync(LoadState.Load, new() { Timeout = 5000 });
        }
        catch (TimeoutException)
        {
            // The browser sometimes does not report that a page opened by a form has loaded. This was observed with a complete page and an
            // idle network.
        }
    }

    [GeneratedRegex(@"(\\\*)+")]
    private static partial Regex Stars();
}
