using System.Text.Json.Nodes;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Hosting;

namespace IwTune.Server.Tests.Features.Identity.Oidc;

/// <summary>Which ID tokens of a provider open a session, over a browser's complete flow.</summary>
public sealed class IdTokenTests(BackChannelLogoutTests.Company company) : IClassFixture<BackChannelLogoutTests.Company>
{
    private const string SignatureFault = "not signed by the provider",
        Clocks = "check the clocks of both servers";

    [Fact]
    public async Task A_good_one_opens_a_session_and_leads_back()
    {
        Assert.Equal("/policies", await SignInAsync("good", _ => { }));
        Assert.Single(await SessionsAsync("good"));
    }

    [Fact]
    public async Task One_by_a_key_that_the_provider_has_since_published_is_taken()
    {
        await SignInAsync("before", _ => { });
        company.Provider.ReplaceKey();
        company.Server.Clock.Jump(TimeSpan.FromMinutes(2));
        Assert.Equal("/policies", await SignInAsync("after", _ => { }));
    }

    [Theory]
    [InlineData("nonce", "of-another", "made for another sign-in")]
    [InlineData("nonce", null, "made for another sign-in")]
    [InlineData("iss", "https://elsewhere.example", "from another issuer")]
    [InlineData("aud", "another-client", "meant for another client")]
    [InlineData("aud", "several", "meant for another client")]
    [InlineData("azp", "another-client", "meant for another client")]
    [InlineData("exp", "old", Clocks)]
    [InlineData("exp", null, Clocks)]
    [InlineData("iat", "future", Clocks)]
    [InlineData("nbf", "future", Clocks)]
    [InlineData("sub", "", "has no subject")]
    [InlineData("key", "another", SignatureFault)]
    [InlineData("key", "none", SignatureFault)]
    [InlineData("key", "public", SignatureFault)]
    [InlineData("token", "a.b.c", "not a signed JSON Web Token")]
    public async Task Any_other_is_refused_with_its_reason(string claim, string? value, string reason)
    {
        var name = $"person-{claim}-{value?.Length}";
        var now = company.Server.Clock.GetUtcNow().ToUnixTimeSeconds();
        var said = await SignInAsync(
            name,
            claims =>
            {
                claims[claim] = (claim, value) switch
                {
                    ("aud", "several") => new JsonArray("iwtune", "another-client"),
                    (_, "old") => now - 3600,
                    (_, "future") => now + 3600,
                    _ => value,
                };
                if (value is null)
                    claims.Remove(claim);
            },
            key: claim == "key" ? value : null,
            token: claim == "token" ? value : null
        );
        Assert.Contains(reason, said, StringComparison.Ordinal);
        Assert.Empty(await SessionsAsync(name));
    }

    private async Task<string> SignInAsync(string name, Action<JsonObject> change, string? key = null, string? token = null) =>
        (await BrowserFlow.RunAsync(company.Server, company.Provider, name, change, key, token)).End;

    private async Task<IReadOnlyList<SessionRow>> SessionsAsync(string name) =>
        await company.Server.Database.ReadAsync(db => SessionQueries.ListAsync(db, Accounts.Provider, name, company.Server.Clock.Now()));
}
