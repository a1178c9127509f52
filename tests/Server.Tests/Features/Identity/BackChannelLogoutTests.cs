using System.Net;
using System.Text.Json.Nodes;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Hosting;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Features.Identity;

/// <summary>A provider that reports sign-outs from server to server.</summary>
public sealed class BackChannelLogoutTests(BackChannelLogoutTests.Company company) : IClassFixture<BackChannelLogoutTests.Company>
{
    private const string Logout = "http://schemas.openid.net/event/backchannel-logout";

    public sealed class Company : IAsyncLifetime
    {
        internal SigningProvider Provider { get; private set; } = null!;

        internal RunningServer Server { get; private set; } = null!;

        public async ValueTask InitializeAsync()
        {
            Provider = await SigningProvider.StartAsync();
            Server = await RunningServer.StartAsync(with: options => options with { Oidc = Provider.Settings });
        }

        public async ValueTask DisposeAsync()
        {
            await Server.DisposeAsync();
            await Provider.DisposeAsync();
        }
    }

    [Fact]
    public async Task It_ends_the_session_or_all_of_the_person_once_and_is_in_the_audit_log()
    {
        await SignInAsync("ada", "s1", "s2", "");
        await SignInAsync("bob", "s3");
        var one = Token(("sub", "of-ada"), ("sid", "s1"));

        Assert.Equal(HttpStatusCode.OK, await SendAsync(one));
        // The named session, and the one without a known provider session; not the other.
        Assert.Equal(["s2"], await SessionsAsync("ada"));
        await SignInAsync("ada", "s1");
        Assert.Equal(HttpStatusCode.BadRequest, await SendAsync(one));
        Assert.Equal(["s1", "s2"], await SessionsAsync("ada"));

        Assert.Equal(HttpStatusCode.OK, await SendAsync(Token(("sub", "of-ada"))));
        Assert.Empty(await SessionsAsync("ada"));
        Assert.Equal(["s3"], await SessionsAsync("bob"));
        Assert.Equal(HttpStatusCode.OK, await SendAsync(Token(("sub", "of-nobody"), ("sid", "s3"))));
        Assert.Equal(["s3"], await SessionsAsync("bob"));
        Assert.Equal(HttpStatusCode.OK, await SendAsync(Token(("sub", null), ("sid", "s3"))));
        Assert.Empty(await SessionsAsync("bob"));
        using var api = await company.Server.ApiAsync(Role.Admin);
        var audit = await api.GetStringAsync(FleetPaths.Audit);
        Assert.Contains("A session ended: signed out at Company login.", audit, StringComparison.Ordinal);
        Assert.DoesNotContain(one, audit, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_logout_token_without_an_expiry_counts_while_it_is_young()
    {
        await SignInAsync("young", "s");
        var claims = Claims(("sub", "of-young"));
        claims.Remove("exp");
        Assert.Equal(HttpStatusCode.OK, await SendAsync(company.Provider.Sign(claims)));
        Assert.Empty(await SessionsAsync("young"));
    }

    [Theory]
    [InlineData(null)]
    [InlineData("JWT")]
    [InlineData("Logout+JWT")]
    [InlineData("application/logout+jwt")]
    public async Task A_provider_need_not_give_its_logout_tokens_a_type(string? type)
    {
        var name = $"typed-{type?.Length}";
        await SignInAsync(name, "s");
        Assert.Equal(HttpStatusCode.OK, await SendAsync(company.Provider.Sign(Claims(("sub", "of-" + name)), type: type)));
        Assert.Empty(await SessionsAsync(name));
    }

    [Theory]
    [InlineData("iss", "https://elsewhere.example")]
    [InlineData("aud", "another-client")]
    [InlineData("iat", "old")]
    [InlineData("iat", "future")]
    [InlineData("iat", null)]
    [InlineData("exp", "old")]
    [InlineData("jti", null)]
    [InlineData("jti", "")]
    [InlineData("events", null)]
    [InlineData("events", "{}")]
    [InlineData("nonce", "n")]
    [InlineData("sub", null)]
    [InlineData("sub", "")]
    [InlineData("key", "another")]
    [InlineData("key", "none")]
    [InlineData("typ", "at+jwt")]
    [InlineData("token", "")]
    [InlineData("token", "a.b.c")]
    public async Task Whatever_is_no_logout_token_of_this_provider_for_this_server_ends_nothing(string claim, string? value)
    {
        var name = $"person-{claim}-{value?.Length}";
        await SignInAsync(name, "s");
        var claims = Claims(("sub", "of-" + name));
        var now = company.Server.Clock.GetUtcNow().ToUnixTimeSeconds();
        claims[claim] = (claim, value) switch
        {
            (_, null) => null,
            (_, "old") => now - 3600,
            (_, "future") => now + 3600,
            ("events", _) => new JsonObject(),
            _ => value,
        };
        if (value is null)
            claims.Remove(claim);
        var text =
            claim == "token"
                ? value!
                : company.Provider.Sign(claims, key: claim == "key" ? value : null, type: claim == "typ" ? value : "logout+jwt");
        Assert.Equal(HttpStatusCode.BadRequest, await SendAsync(text));
        Assert.Equal(["s"], await SessionsAsync(name));
    }

    private string Token(params (string Name, string? Value)[] changes) => company.Provider.Sign(Claims(changes));

    private JsonObject Claims(params (string Name, string? Value)[] changes)
    {
        var now = company.Server.Clock.GetUtcNow().ToUnixTimeSeconds();
        var claims = new JsonObject
        {
            ["iss"] = company.Provider.Settings.Issuer,
            ["aud"] = company.Provider.Settings.ClientId,
            ["iat"] = now,
            ["exp"] = now + 120,
            ["jti"] = Guid.NewGuid().ToString(),
            ["events"] = new JsonObject { [Logout] = new JsonObject() },
        };
        foreach (var (name, value) in changes.Where(change => change.Value is not null))
            claims[name] = value;
        return claims;
    }

    private async Task<HttpStatusCode> SendAsync(string token)
    {
        using var client = company.Server.Client();
        using var answer = await client.PostAsync(BackChannelLogout.Path, new FormUrlEncodedContent([new("logout_token", token)]));
        Assert.Equal("no-store", answer.Headers.CacheControl?.ToString());
        return answer.StatusCode;
    }

    private Task<bool> SignInAsync(string name, params string[] providerIds) =>
        company.Server.Database.WriteAsync(async write =>
        {
            var (now, clock) = (company.Server.Clock.Now(), company.Server.Clock);
            if (await OidcQueries.ByNameAsync(write, name) is null)
                await OidcQueries.InsertAsync(
                    write,
                    new()
                    {
                        Name = name,
                        Issuer = company.Provider.Settings.Issuer,
                        Subject = "of-" + name,
                        Display = name,
                        SecurityStamp = "s",
                        CreatedAt = now,
                        SignedInAt = now,
                    }
                );
            foreach (var id in providerIds)
                await SessionQueries.InsertAsync(
                    write,
                    new()
                    {
                        Id = clock.NewId(),
                        Kind = Accounts.Provider,
                        Name = name,
                        Method = "Company login",
                        Stamp = "s",
                        CreatedAt = now,
                        SeenAt = now,
                        EndsAt = now + 3_600_000,
                        ProviderId = id,
                    }
                );
            return true;
        });

    private async Task<IReadOnlyList<string>> SessionsAsync(string name) =>
        [
            .. (
                await company.Server.Database.ReadAsync(db =>
                    SessionQueries.ListAsync(db, Accounts.Provider, name, company.Server.Clock.Now())
                )
            )
                .Select(row => row.ProviderId)
                .Order(StringComparer.Ordinal),
        ];
}
