namespace IwTune.EndToEnd.Console.SignIn;

/// <summary>What a real provider says about the strength of a sign-in, and what the server makes of it.</summary>
public sealed class CompanyStrengthTests(Browser browser)
{
    [Fact]
    public async Task A_sign_in_with_a_password_is_refused_where_more_is_required_and_the_page_says_what_came()
    {
        await using var provider = await Glewlwyd.StartAsync();
        await provider.AddUserAsync("ada", "netops");
        await using var server = await ConsoleServer.StartAsync(
            "--oidc-issuer",
            provider.Issuer,
            "--oidc-client",
            Glewlwyd.ClientId,
            "--oidc-secret-file",
            provider.SecretFile,
            "--oidc-map",
            "netops=admin",
            "--oidc-amr",
            "mfa"
        );
        await provider.AddClientAsync(server.Url);
        await using var session = await browser.OpenAsync(server);
        await CompanyLoginTests.BeginAsync(session, "ada");
        await CompanyLoginTests.GrantAsync(session.Page);
        await session.Page.ArriveAsync("**/sign-in/refused");
        Assert.Contains("--oidc-amr requires ‘mfa’", await session.Page.InnerTextAsync("main"), StringComparison.Ordinal);
    }
}
