namespace IwTune.EndToEnd.Console.SignIn;

/// <summary>What a real provider says about the strength of a sign-in, and what the server makes of it.</summary>
public sealed class CompanyStrengthTests(Browser browser)
{
    /// <summary>glewlwyd honours max_age, but its ID tokens of the code flow say that the person authenticated at 0.</summary>
    [Fact]
    public async Task A_provider_that_does_not_say_when_a_person_authenticated_opens_no_session_where_a_maximum_age_is_required()
    {
        await using var provider = await Glewlwyd.StartAsync();
        await provider.AddUserAsync("ada", "netops");
        await using var server = await StartAsync(provider, "--oidc-max-age", "1m");
        await provider.AddClientAsync(server.Url);
        await using var session = await browser.OpenAsync(server);
        await session.Page.GotoAsync("/sign-in");
        await CompanyLoginTests.BeginAsync(session, "ada", open: false);
        Assert.Contains("max_age%3D60", session.Page.Url, StringComparison.Ordinal);
        await CompanyLoginTests.GrantAsync(session.Page);
        await session.Page.ArriveAsync("**/sign-in/refused");
        Assert.Contains(
            "Its ID token has no auth_time, which --oidc-max-age requires",
            await session.Page.InnerTextAsync("main"),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task A_sign_in_with_a_password_is_refused_where_more_is_required_and_the_page_says_what_came()
    {
        await using var provider = await Glewlwyd.StartAsync();
        await provider.AddUserAsync("ada", "netops");
        await using var server = await StartAsync(provider, "--oidc-amr", "mfa");
        await provider.AddClientAsync(server.Url);
        await using var session = await browser.OpenAsync(server);
        await CompanyLoginTests.BeginAsync(session, "ada");
        await CompanyLoginTests.GrantAsync(session.Page);
        await session.Page.ArriveAsync("**/sign-in/refused");
        Assert.Contains("--oidc-amr requires ‘mfa’", await session.Page.InnerTextAsync("main"), StringComparison.Ordinal);
    }

    private static Task<ConsoleServer> StartAsync(Glewlwyd provider, params string[] more) =>
        ConsoleServer.StartAsync([
            "--oidc-issuer",
            provider.Issuer,
            "--oidc-client",
            Glewlwyd.ClientId,
            "--oidc-secret-file",
            provider.SecretFile,
            "--oidc-map",
            "netops=admin",
            .. more,
        ]);
}
