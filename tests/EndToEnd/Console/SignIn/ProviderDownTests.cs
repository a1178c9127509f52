namespace IwTune.EndToEnd.Console.SignIn;

public sealed class ProviderDownTests(Browser browser)
{
    [Fact]
    public async Task A_provider_that_is_down_keeps_no_server_from_starting_and_is_said_on_the_page()
    {
        var secret = Path.GetTempFileName();
        await File.WriteAllTextAsync(secret, "secret", TestContext.Current.CancellationToken);
        await using var server = await ConsoleServer.StartAsync(
            "--oidc-issuer",
            "http://127.0.0.1:9/nobody",
            "--oidc-client",
            "iwtune",
            "--oidc-secret-file",
            secret,
            "--oidc-map",
            "netops=admin",
            "--local-sign-in",
            "break-glass"
        );
        File.Delete(secret);
        server.User("break-glass", "admin");
        await using var session = await browser.OpenAsync(server);
        await session.Page.GotoAsync("/sign-in");
        Assert.Contains("Company login cannot be reached", await session.Page.InnerTextAsync("main"), StringComparison.Ordinal);
        await Look.Light.KeepAsync(session.Page, "sign-in-provider-down");
        await session.Page.ClickAsync("a.across");
        await session.Page.ArriveAsync("**/sign-in/refused");
        await session.Page.GotoAsync("/sign-in");
        await session.Page.FillAsync("#name", "admin");
        await session.Page.FillAsync("#password", server.Password);
        await session.Page.ClickAsync("form.form button");
        await session.Page.ArriveAsync("**/");
        Assert.Contains("Break-glass account admin signed in", await session.Page.InnerTextAsync("main"), StringComparison.Ordinal);
        await session.Page.GotoAsync("/account");
        await session.Page.ClickAsync("text=Set up app");
        await session.Page.WaitForSelectorAsync("svg.qr path");
        await Look.Light.KeepAsync(session.Page, "account-set-up");
        session.AssertQuiet();
    }
}
