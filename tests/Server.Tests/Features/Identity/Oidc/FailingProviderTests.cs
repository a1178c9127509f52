using System.Net;
using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Features.Identity.Oidc;

/// <summary>A provider that answers, but does not work, or does not accept this server. Neither is about a person.</summary>
public sealed class FailingProviderTests(FailingProviderTests.Company company) : IClassFixture<FailingProviderTests.Company>
{
    private const string Code = "/token",
        Person = "/userinfo",
        Discovery = "/.well-known/openid-configuration",
        Keys = "/keys";

    public sealed class Company : IAsyncLifetime
    {
        internal SigningProvider Provider { get; private set; } = null!;

        internal RunningServer Server { get; private set; } = null!;

        public async ValueTask InitializeAsync()
        {
            Provider = await SigningProvider.StartAsync();
            Provider.Person = "of-ada";
            Server = await StartAsync(Provider.Settings);
        }

        /// <summary>One endpoint fails; the others work.</summary>
        internal void Fail(string place, int status, string body)
        {
            Provider.Instead.Clear();
            Provider.Instead[place] = (status, body);
        }

        /// <summary>A browser in which ada has just signed in.</summary>
        internal async Task<HttpClient> SignedInAsync()
        {
            Provider.Instead.Clear();
            var browser = Server.Client();
            using var away = await browser.GetAsync("/sign-in/company?back=/policies");
            using var back = await BrowserFlow.ReturnAsync(browser, Provider, Server, away, _ => { });
            Assert.Equal("/policies", back.RequestMessage!.RequestUri!.AbsolutePath);
            return browser;
        }

        public async ValueTask DisposeAsync()
        {
            await Server.DisposeAsync();
            await Provider.DisposeAsync();
        }
    }

    [Theory]
    [InlineData(Code, 503, "<html>Bad gateway</html>", true)]
    [InlineData(Code, 500, """{"error":"unknown_error"}""", true)]
    [InlineData(Code, 400, """{"error":"temporarily_unavailable"}""", true)]
    [InlineData(Code, 429, """{"error":"slow_down"}""", true)]
    [InlineData(Code, 401, """{"error":"invalid_client"}""", true)]
    [InlineData(Code, 403, "", true)]
    [InlineData(Code, 404, "", true)]
    [InlineData(Code, 400, """{"error":"invalid_grant"}""", false)]
    [InlineData(Person, 503, "", true)]
    [InlineData(Person, 429, "{}", true)]
    [InlineData(Person, 302, "", true)]
    [InlineData(Person, 401, """{"error":"invalid_token"}""", false)]
    [InlineData(Person, 403, "", false)]
    [InlineData(Person, 200, """{"sub":"of-another"}""", false)]
    public async Task A_refresh_ends_the_session_only_when_the_provider_denies_the_person(
        string place,
        int status,
        string body,
        bool continues
    )
    {
        using var browser = await company.SignedInAsync();
        company.Fail(place, status, body);
        company.Server.Clock.Jump(TimeSpan.FromMinutes(16));
        using var page = await browser.GetAsync("/policies");
        Assert.Equal(continues ? "/policies" : "/sign-in", page.RequestMessage!.RequestUri!.AbsolutePath);
        Assert.Equal(HttpStatusCode.OK, page.StatusCode);
    }

    [Theory]
    [InlineData(Code, 401, """{"error":"invalid_client"}""", "should check --oidc-client and --oidc-secret-file")]
    [InlineData(Code, 403, "", "should check --oidc-client and --oidc-secret-file")]
    [InlineData(Code, 502, "", "cannot be reached")]
    [InlineData(Code, 400, """{"error":"invalid_grant"}""", "This sign-in expired")]
    [InlineData(Person, 503, "", "cannot be reached")]
    public async Task A_sign_in_that_fails_says_whose_turn_it_is_and_takes_no_group_away(string place, int status, string body, string text)
    {
        using (await company.SignedInAsync())
            company.Fail(place, status, body);
        var flow = await BrowserFlow.RunAsync(company.Server, company.Provider, "ada", claims => claims.Remove("groups"));
        Assert.Contains(text, WebUtility.HtmlDecode(flow.End), StringComparison.Ordinal);
        using var api = await company.Server.ApiAsync();
        var listed = (await api.GetAsync(FleetPaths.Users, AccessJson.Default.IReadOnlyListUserSummary)).Single(user =>
            user.Provider is not null
        );
        Assert.Equal([new AccessGrant(Role.Admin)], listed.Grants);
    }

    [Fact]
    public async Task A_secret_that_cannot_be_read_for_a_while_ends_no_session_and_the_sign_in_names_the_option()
    {
        var secret = Path.GetTempFileName();
        await using var provider = await SigningProvider.StartAsync();
        await File.WriteAllTextAsync(secret, "of the client", TestContext.Current.CancellationToken);
        await using var server = await StartAsync(provider.Settings with { SecretFile = secret });
        using var browser = server.Client();
        using var away = await browser.GetAsync("/sign-in/company?back=/policies");
        using var back = await BrowserFlow.ReturnAsync(browser, provider, server, away, _ => { });

        File.Delete(secret);
        server.Clock.Jump(TimeSpan.FromMinutes(16));
        using var page = await browser.GetAsync("/policies");
        Assert.Equal((HttpStatusCode.OK, "/policies"), (page.StatusCode, page.RequestMessage!.RequestUri!.AbsolutePath));
        var flow = await BrowserFlow.RunAsync(server, provider, "bob", _ => { });
        Assert.Contains("--oidc-secret-file", flow.End, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(Discovery, """{"issuer":["a"]}""")]
    [InlineData(Discovery, """{"jwks_uri":5}""")]
    [InlineData(Discovery, "[]")]
    [InlineData(Keys, """{"keys":"none"}""")]
    [InlineData(Keys, """{"keys":[{"kty":7}]}""")]
    public async Task A_document_that_cannot_be_read_is_a_provider_that_cannot_be_reached(string place, string body)
    {
        await using var provider = await SigningProvider.StartAsync();
        await using var server = await StartAsync(provider.Settings);
        provider.Instead[place] = (200, body);
        using var browser = server.Client();
        using var away = await browser.GetAsync("/sign-in/company");
        Assert.Equal(OidcRefusal.Page, away.RequestMessage!.RequestUri!.AbsolutePath);
        Assert.Contains("cannot be reached", await away.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    private static Task<RunningServer> StartAsync(OidcSettings settings) =>
        RunningServer.StartAsync(with: options => options with { Oidc = settings });
}
