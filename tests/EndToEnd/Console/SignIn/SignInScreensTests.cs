using Microsoft.Playwright;

namespace IwTune.EndToEnd.Console.SignIn;

/// <summary>
/// The pages between the name and the console, which a signed-in user does not see. One journey, each page in both themes and narrow: no
/// sideways scrolling, no violation of axe's rules; pictures are kept in artifacts/screens.
/// </summary>
public sealed class SignInScreensTests(Browser browser)
{
    private readonly List<string> wrong = [];

    [Fact]
    public async Task Every_page_on_the_way_in_fits_and_breaks_no_rule()
    {
        await using var server = await ConsoleServer.StartAsync("--require-second-factor", "approver");
        var password = server.AddUser("grace", "approver");
        await using var session = await browser.OpenAsync(server);
        var page = session.Page;

        await ProveAsync(page, "grace", "not this one");
        await LookAsync(page, "sign-in-wrong");
        await ProveAsync(page, "grace", password);
        await page.ArriveAsync("**/sign-in/set-up**");
        await LookAsync(page, "sign-in-set-up");
        var key = string.Concat((await page.InnerTextAsync(".qr-words code")).Where(char.IsAsciiLetterOrDigit));
        await SendCodeAsync(page, "000");
        await page.WaitForSelectorAsync(".notice");
        await LookAsync(page, "sign-in-set-up-wrong");
        await SendCodeAsync(page, AuthenticatorApp.Code(key));
        await page.WaitForSelectorAsync(".recovery-codes");
        await LookAsync(page, "sign-in-codes");
        var recovery = (await page.Locator(".recovery-codes li").AllInnerTextsAsync())[0];
        await page.ClickAsync("a.across");
        await page.ArriveAsync(server.Url + "/");
        await page.GotoAsync("/account");
        await LookAsync(page, "account-with-app");
        await page.GotoAsync("/sign-out");
        await LookAsync(page, "sign-out");
        await page.ClickAsync("main button.primary");

        await ProveAsync(page, "grace", password);
        await page.ArriveAsync("**/sign-in/second**");
        await LookAsync(page, "sign-in-second");
        await SendCodeAsync(page, "000");
        await page.WaitForSelectorAsync(".notice");
        await LookAsync(page, "sign-in-second-wrong");
        await SendCodeAsync(page, recovery);
        await page.ArriveAsync(server.Url + "/");
        Look.AssertNone(wrong);
        session.AssertQuiet();
    }

    private async Task LookAsync(IPage page, string name)
    {
        foreach (var look in (Look[])[Look.Light, Look.Dark, Look.Phone])
        {
            wrong.AddRange(await look.FaultsAsync(page, name));
            // The button must be visible at every width; those of a closed menu are not the way on.
            var way = page.Locator("main :is(button, a.button):not(details *)").Last;
            Assert.True(await way.IsVisibleAsync(), $"{name}: no way on at {look.Width}");
        }
    }

    private static async Task ProveAsync(IPage page, string name, string password)
    {
        await page.GotoAsync("/sign-in");
        await page.FillAsync("#name", name);
        await page.FillAsync("#password", password);
        await page.ClickAsync("button.primary");
    }

    private static async Task SendCodeAsync(IPage page, string code)
    {
        await page.FillAsync("#code", code);
        await page.ClickAsync("button.primary");
    }
}
