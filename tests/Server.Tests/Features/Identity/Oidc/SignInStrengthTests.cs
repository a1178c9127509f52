using System.Net;
using System.Text.Json.Nodes;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Hosting;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Server.Tests.Features.Identity.Oidc;

/// <summary>How strong a sign-in at the provider has to be, and how old it may be.</summary>
public sealed class SignInStrengthTests(SignInStrengthTests.Strict strict) : IClassFixture<SignInStrengthTests.Strict>
{
    public sealed class Strict : IAsyncLifetime
    {
        internal SigningProvider Provider { get; private set; } = null!;

        internal RunningServer Server { get; private set; } = null!;

        public async ValueTask InitializeAsync()
        {
            Provider = await SigningProvider.StartAsync();
            Server = await StartAsync(
                Provider.Settings with
                {
                    Acr = ["gold", "silver"],
                    Amr = ["mfa", "hwk"],
                    MaxAge = TimeSpan.FromHours(1),
                }
            );
        }

        internal static Task<RunningServer> StartAsync(OidcSettings settings) =>
            RunningServer.StartAsync(with: options => options with { Oidc = settings });

        public async ValueTask DisposeAsync()
        {
            await Server.DisposeAsync();
            await Provider.DisposeAsync();
        }
    }

    [Fact]
    public async Task What_is_required_is_requested_and_a_sign_in_that_has_it_is_audited_with_it()
    {
        var flow = await SignInAsync("ada", _ => { });
        Assert.Equal("/policies", flow.End);
        Assert.Equal(("gold silver", "3600"), (flow.Sent["acr_values"], flow.Sent["max_age"]));
        var at = strict.Server.Clock.GetUtcNow().AddMinutes(-50);
        Assert.StartsWith(
            $"Signed in with Company login (acr ‘silver’, amr ‘pwd’, ‘mfa’, auth_time {at:yyyy-MM-dd HH}:",
            await EntryAsync(strict.Server, "session.open", "oidc:ada"),
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("acr", "bronze", "Its acr is ‘bronze’; --oidc-acr requires ‘gold’, ‘silver’. Sign out there and sign in again")]
    [InlineData("acr", null, "Its ID token has no acr, which --oidc-acr requires: the provider must send it.")]
    [InlineData("amr", "pwd", "Its amr is ‘pwd’; --oidc-amr requires ‘mfa’, ‘hwk’. Sign out there and sign in again")]
    [InlineData("amr", null, "Its ID token has no amr, which --oidc-amr requires: the provider must send it.")]
    [InlineData("auth_time", "-3700", "--oidc-max-age permits 1 hour. Sign out there and sign in again.")]
    [InlineData("auth_time", "600", "is in the future; check the clocks of both servers.")]
    [InlineData("auth_time", "0", "Its ID token has no auth_time, which --oidc-max-age requires: the provider must send it.")]
    [InlineData("auth_time", null, "Its ID token has no auth_time, which --oidc-max-age requires: the provider must send it.")]
    public async Task Any_other_opens_no_session_and_the_page_and_the_audit_log_say_what_came(string claim, string? value, string reason)
    {
        var name = $"person-{claim.Replace('_', '-')}-{value}";
        var flow = await SignInAsync(
            name,
            claims =>
            {
                claims.Remove(claim);
                if (value is not null)
                    claims[claim] = (claim, value) switch
                    {
                        ("auth_time", "0") => 0,
                        ("auth_time", _) => Now() + long.Parse(value),
                        _ => value,
                    };
            }
        );
        Assert.Contains(reason, WebUtility.HtmlDecode(flow.End), StringComparison.Ordinal);
        Assert.Contains(
            reason,
            await EntryAsync(strict.Server, "session.refuse", "oidc", $" {name} was refused"),
            StringComparison.Ordinal
        );
        Assert.Empty(
            await strict.Server.Database.ReadAsync(db => SessionQueries.ListAsync(db, Accounts.Provider, name, strict.Server.Clock.Now()))
        );
    }

    [Fact]
    public async Task Without_the_options_nothing_is_requested_and_the_audit_log_says_that_nothing_came()
    {
        await using var server = await Strict.StartAsync(strict.Provider.Settings);
        var flow = await BrowserFlow.RunAsync(server, strict.Provider, "bob", _ => { });
        Assert.Equal("/policies", flow.End);
        Assert.Null(flow.Sent["acr_values"] ?? flow.Sent["max_age"]);
        Assert.Equal("Signed in with Company login (no acr, amr or auth_time).", await EntryAsync(server, "session.open", "oidc:bob"));
    }

    [Theory]
    [InlineData("--oidc-acr: 'a b' is not one value")]
    [InlineData("--oidc-amr: '' is not one value")]
    [InlineData("--oidc-max-age: 1 s is outside")]
    public void A_value_that_no_provider_could_get_is_named(string problem) =>
        Assert.Contains(
            new OidcSettings
            {
                Issuer = "https://login.example.com",
                ClientId = "iwtune",
                SecretFile = "/dev/null",
                Acr = ["a b"],
                Amr = [""],
                MaxAge = TimeSpan.FromSeconds(1),
            }.Problems(),
            found => found.StartsWith(problem, StringComparison.Ordinal)
        );

    private Task<BrowserFlow> SignInAsync(string name, Action<JsonObject> change) =>
        BrowserFlow.RunAsync(
            strict.Server,
            strict.Provider,
            name,
            claims =>
            {
                claims["acr"] = "silver";
                claims["amr"] = new JsonArray("pwd", "mfa");
                claims["auth_time"] = Now() - 3000;
                change(claims);
            }
        );

    private long Now() => strict.Server.Clock.GetUtcNow().ToUnixTimeSeconds();

    private static async Task<string> EntryAsync(RunningServer server, string action, string subject, string text = "")
    {
        using var api = await server.ApiAsync();
        var entries = (await api.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage)).Entries;
        return Assert
            .Single(
                entries,
                entry => entry.Action == action && entry.Subject == subject && entry.Text.Contains(text, StringComparison.Ordinal)
            )
            .Text;
    }
}
