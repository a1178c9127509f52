using Microsoft.Playwright;

namespace IwTune.EndToEnd.Console.SignIn;

/// <summary>Passkeys as a person uses them: the browser's own WebAuthn, with an authenticator that the browser emulates.</summary>
public sealed class PasskeyTests(Browser browser)
{
    [Fact]
    public async Task A_passkey_is_added_signs_in_alone_and_is_worth_nothing_once_removed()
    {
        await using var server = await ConsoleServer.StartAsync("--require-second-factor", "admin");
        var password = server.AddUser("ada", "viewer");
        await using var session = await browser.OpenAsync(server);
        var page = session.Page;
        var named = server.Url.Replace("127.0.0.1", "localhost", StringComparison.Ordinal);
        await using var authenticator = await Authenticator.PlugInAsync(page);

        await page.GotoAsync(named + "/sign-in");
        await page.FillAsync("#name", "ada");
        await page.FillAsync("#password", password);
        await page.ClickAsync("button.primary");
        await page.ArriveAsync(named + "/");
        await page.GotoAsync(named + "/account");
        await AddAsync(page, "Blue key", "not the password");
        Assert.Contains("The password is wrong", await page.InnerTextAsync("main"), StringComparison.Ordinal);
        await AddAsync(page, "Blue key", password);
        await page.WaitForSelectorAsync("button[form=passkey-remove]");
        Assert.Contains("Blue key", await page.InnerTextAsync("main"), StringComparison.Ordinal);
        await PictureAsync(page, "account-passkey");
        // The authenticator itself refuses a second one for the same person.
        await AddAsync(page, "Again", password);
        await page.WaitForSelectorAsync("[role=alert]:not([hidden])");
        Assert.Contains("has a passkey for this account already", await page.InnerTextAsync("main"), StringComparison.Ordinal);
        await PictureAsync(page, "account-passkey-refused");

        await SignOutAsync(page, named);
        await page.ClickAsync("text=Sign in with a passkey");
        await page.ArriveAsync(named + "/");
        await page.GotoAsync(named + "/account");
        Assert.Contains("the passkey ‘Blue key’", await page.InnerTextAsync("main"), StringComparison.Ordinal);
        session.AssertQuiet();

        // A person who does not know its PIN cannot use the passkey.
        await SignOutAsync(page, named);
        await authenticator.KnowsItsPersonAsync(false);
        await page.ClickAsync("text=Sign in with a passkey");
        await page.WaitForSelectorAsync("[role=alert]:not([hidden])");
        await PictureAsync(page, "sign-in-passkey");
        await authenticator.KnowsItsPersonAsync(true);
        await page.ClickAsync("button.primary");
        await page.ArriveAsync(named + "/");

        await page.GotoAsync(named + "/account");
        await page.ClickAsync("button[form=passkey-remove]");
        await page.WaitForSelectorAsync("text=Passkey removed");
        await SignOutAsync(page, named);
        await page.ClickAsync("text=Sign in with a passkey");
        await page.WaitForSelectorAsync(".notice");
        Assert.Contains("This passkey cannot be used", await page.InnerTextAsync("main"), StringComparison.Ordinal);
        await PictureAsync(page, "sign-in-passkey-removed");
        await page.GotoAsync(named + "/hosts");
        Assert.Contains("/sign-in", page.Url, StringComparison.Ordinal);
    }

    private static async Task AddAsync(IPage page, string title, string password)
    {
        await page.FillAsync("#passkey-title", title);
        await page.FillAsync("#passkey-password", password);
        await page.ClickAsync("text=Add passkey");
    }

    private static async Task SignOutAsync(IPage page, string server)
    {
        await page.GotoAsync(server + "/sign-out");
        await page.ClickAsync("main button.primary");
        await page.ArriveAsync("**/sign-in");
    }

    private static async Task PictureAsync(IPage page, string name)
    {
        foreach (var look in (Look[])[Look.Phone, Look.Dark, Look.Light])
        {
            await look.ShowAsync(page);
            await look.KeepAsync(page, name);
        }
    }
}
