using System.Net;
using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Hosting;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Features.Identity.Oidc;

/// <summary>Accounts from the provider, as this server maintains them between sign-ins.</summary>
public sealed class ProviderPersonTests
{
    private const string Issuer = "http://127.0.0.1:9/issuer",
        Name = "oidc:ada";

    [Fact]
    public async Task A_personal_token_follows_the_groups_and_rests_when_its_person_stays_away()
    {
        var secretFile = Path.GetTempFileName();
        try
        {
            await File.WriteAllTextAsync(secretFile, "of the client", TestContext.Current.CancellationToken);
            var settings = new OidcSettings
            {
                Issuer = Issuer,
                ClientId = "iwtune",
                SecretFile = secretFile,
                Name = "Company login",
                Map = GroupMap.Parse(["netops=operator@site:fra", "all=viewer"]).Map,
            };
            await using var server = await RunningServer.StartAsync(with: options => options with { Oidc = settings });
            await VisitAsync(server, ["netops", "all"]);
            var (secret, summary) = (
                await CreateToken.RunAsync(
                    server.Database,
                    server.Clock,
                    Name,
                    new()
                    {
                        Kind = TokenKind.Api,
                        Personal = true,
                        LifeSeconds = 90 * 86_400,
                    },
                    Name,
                    Name
                )
            )!.Value;
            Assert.Equal(Name, summary.Owner);
            using var token = server.Client($"Bearer {secret}");
            Assert.Contains(Permission.HoldsWrite, (await token.GetAsync(FleetPaths.WhoAmI, AccessJson.Default.WhoAmI)).Permissions);

            using var admin = await server.ApiAsync();
            var listed = (await admin.GetAsync(FleetPaths.Users, AccessJson.Default.IReadOnlyListUserSummary)).Single(user =>
                user.Provider is not null
            );
            Assert.Equal((Name, "Company login", 1), (listed.Name, listed.Provider, listed.Tokens));
            Assert.Equal([new(Role.Operator, "site:fra"), new AccessGrant(Role.Viewer)], listed.Grants);
            using var locked = await admin.DeleteAsync(FleetPaths.User(Name) + "?reason=why");
            Assert.Contains(
                "managed by the identity provider",
                (await locked.ProblemAsync(HttpStatusCode.Conflict)).Detail,
                StringComparison.Ordinal
            );
            using var signedOut = await admin.DeleteAsync(FleetPaths.UserSessions(Name) + "?reason=lost+a+laptop");
            Assert.Equal(new SignedOut(Name, 0), await signedOut.ReadAsync(AccessJson.Default.SignedOut));

            await server.Database.WriteAsync(write => OidcQueries.GroupsAsync(write, "ada", OidcGroups.Write(["all"])));
            Assert.DoesNotContain(Permission.HoldsWrite, (await token.GetAsync(FleetPaths.WhoAmI, AccessJson.Default.WhoAmI)).Permissions);
            await server.Database.WriteAsync(write => OidcQueries.GroupsAsync(write, "ada", OidcGroups.Write([])));
            await (await token.GetAsync(FleetPaths.Hosts)).ProblemAsync(HttpStatusCode.Forbidden);

            server.Clock.Jump(TimeSpan.FromDays(29));
            await server.Database.WriteAsync(write =>
                OidcQueries.RenewAsync(write, "ada", "Ada", OidcGroups.Write(["all"]), server.Clock.Now())
            );
            server.Clock.Jump(TimeSpan.FromDays(29));
            Assert.Equal(HttpStatusCode.OK, (await token.GetAsync(FleetPaths.Hosts)).StatusCode);
            server.Clock.Jump(TimeSpan.FromDays(2));
            await (await token.GetAsync(FleetPaths.Hosts)).ProblemAsync(HttpStatusCode.Unauthorized);
        }
        finally
        {
            File.Delete(secretFile);
        }
    }

    private static Task<int> VisitAsync(RunningServer server, string[] groups) =>
        server.Database.WriteAsync(write =>
            OidcQueries.InsertAsync(
                write,
                new()
                {
                    Name = "ada",
                    Issuer = Issuer,
                    Subject = "0042",
                    Display = "Ada",
                    Groups = OidcGroups.Write(groups),
                    SecurityStamp = "stamp",
                    CreatedAt = server.Clock.Now(),
                    SignedInAt = server.Clock.Now(),
                }
            )
        );
}
