using System.Net;
using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Features.Identity.Oidc;

/// <summary>A provider that accepts connections and never answers.</summary>
public sealed class HangingProviderTests
{
    private const string Person = "/userinfo",
        Discovery = "/.well-known/openid-configuration";

    [Fact]
    public async Task The_sign_in_page_does_not_wait_for_it()
    {
        await using var provider = await SigningProvider.StartAsync();
        await using var server = await StartAsync(provider.Settings);
        provider.Silent.Add(Discovery);
        using var browser = server.Client();
        using var page = await browser.GetAsync("/sign-in");
        Assert.Equal(HttpStatusCode.OK, page.StatusCode);
        Assert.Contains("name=\"Input.Password\"", await page.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        Assert.Equal(1, provider.Waiting);
    }

    [Fact]
    public async Task A_page_does_not_wait_for_the_refresh_of_its_session_and_what_is_answered_later_counts()
    {
        await using var provider = await SigningProvider.StartAsync();
        provider.Person = "of-ada";
        await using var server = await StartAsync(provider.Settings);
        using var browser = server.Client();
        using var away = await browser.GetAsync("/sign-in/company?back=/policies");
        using var back = await BrowserFlow.ReturnAsync(browser, provider, server, away, _ => { });
        provider.Silent.Add(Person);
        server.Clock.Jump(TimeSpan.FromMinutes(16));

        Assert.Equal("/policies", await OpenedAsync(browser));
        Assert.Equal(1, provider.Waiting);

        provider.Deny();
        await Lab.Until.TrueAsync(async () => await OpenedAsync(browser) == "/sign-in", () => "the session goes on");
    }

    [Fact]
    public async Task Groups_of_an_account_that_scim_took_over_while_the_provider_was_asked_are_those_of_scim()
    {
        await using var provider = await SigningProvider.StartAsync();
        (provider.Person, provider.Groups) = ("of-ada", ["netops", "others"]);
        await using var server = await StartAsync(provider.Settings);
        using var browser = server.Client();
        using var away = await browser.GetAsync("/sign-in/company?back=/policies");
        using var back = await BrowserFlow.ReturnAsync(browser, provider, server, away, _ => { });
        var provisioned = Task.FromResult(0);
        provider.Groups = ["netops"];
        provider.Asked = () =>
            provisioned = server.Database.WriteAsync(write => OidcQueries.ProvisionAsync(write, "ada", "of-scim", "[\"others\"]", null));
        server.Clock.Jump(TimeSpan.FromMinutes(16));

        // SCIM has put the person into no group with a role.
        Assert.Equal("/sign-in", await OpenedAsync(browser));
        Assert.Equal(1, await provisioned);
        Assert.Equal("[\"others\"]", (await server.Database.ReadAsync(db => OidcQueries.ByNameAsync(db, "ada")))!.Groups);
    }

    private static async Task<string> OpenedAsync(HttpClient browser)
    {
        using var page = await browser.GetAsync("/policies");
        return page.RequestMessage!.RequestUri!.AbsolutePath;
    }

    private static Task<RunningServer> StartAsync(OidcSettings settings) =>
        RunningServer.StartAsync(with: options => options with { Oidc = settings });
}
