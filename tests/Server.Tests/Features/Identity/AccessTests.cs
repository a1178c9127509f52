using System.Net;
using System.Text;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Users;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Server.Tests.Features.Identity;

public sealed class AccessTests
{
    private static readonly string[] Reads = [FleetPaths.WhoAmI, FleetPaths.Hosts, FleetPaths.Policies, FleetPaths.Assignments];
    private static readonly string[] Operations =
    [
        FleetPaths.Policies,
        FleetPaths.Assignments,
        FleetPaths.Rollback("edge"),
        FleetPaths.HostRetire("x"),
    ];

    private static StringContent Empty => new("{}", Encoding.UTF8, "application/json");

    [Fact]
    public async Task Without_a_valid_token_nothing_is_answered()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync();
        using var expired = await server.ApiAsync();
        var enrolment = await server.TokenAsync();
        server.Clock.Jump(TimeSpan.FromHours(2));
        foreach (
            var client in new[]
            {
                server.Client(),
                server.Client("Bearer nonsense"),
                server.Client($"Bearer {enrolment}"),
                host.Client,
                expired,
            }
        )
        {
            foreach (var path in Reads)
                await (await client.GetAsync(path)).ProblemAsync(HttpStatusCode.Unauthorized);
            foreach (var path in Operations)
                await (await client.PostAsync(path, Empty)).ProblemAsync(HttpStatusCode.Unauthorized);
        }
    }

    [Fact]
    public async Task A_scope_reaches_as_far_as_it_says()
    {
        await using var server = await RunningServer.StartAsync();
        using var read = await server.ApiAsync(Role.Viewer);
        using var operate = await server.ApiAsync(Role.Operator);
        foreach (var path in Reads)
            Assert.Equal(HttpStatusCode.OK, (await read.GetAsync(path)).StatusCode);
        foreach (var path in Operations)
            await (await read.PostAsync(path, Empty)).ProblemAsync(HttpStatusCode.Forbidden);
        Assert.Equal(HttpStatusCode.Created, (await operate.TryPublishAsync(Api.Iw3)).StatusCode);
        await (
            await operate.PostAsync(FleetPaths.Tokens, new StringContent("""{"kind":"Api"}""", Encoding.UTF8, "application/json"))
        ).ProblemAsync(HttpStatusCode.Forbidden);
        Assert.Equal([new AccessGrant(Role.Operator)], (await operate.GetAsync(FleetPaths.WhoAmI, AccessJson.Default.WhoAmI)).Grants);
    }

    [Fact]
    public async Task A_token_is_made_over_the_api_from_its_kind_alone_and_its_secret_is_never_listed()
    {
        await using var server = await RunningServer.StartAsync();
        using var admin = await server.ApiAsync();
        using var answer = await admin.PostAsync(
            FleetPaths.Tokens,
            new StringContent("""{"kind":"Enrolment"}""", Encoding.UTF8, "application/json")
        );
        var made = await answer.ReadAsync(AccessJson.Default.CreatedToken);
        Assert.Contains(made.Token, made.Command, StringComparison.Ordinal);
        Assert.DoesNotContain(made.Token, await admin.GetStringAsync(FleetPaths.Tokens), StringComparison.Ordinal);
        Assert.Equal(
            HttpStatusCode.BadRequest,
            (
                await admin.PostAsync(
                    FleetPaths.Tokens,
                    new StringContent("""{"kind":"Api","uses":3,"lifeSeconds":1}""", Encoding.UTF8, "application/json")
                )
            ).StatusCode
        );
    }

    [Fact]
    public async Task A_revoked_token_is_void_at_once()
    {
        await using var server = await RunningServer.StartAsync();
        using var admin = await server.ApiAsync();
        using var other = await server.ApiAsync(Role.Viewer);
        var token = (await admin.GetAsync(FleetPaths.Tokens, AccessJson.Default.IReadOnlyListTokenSummary)).Single(t =>
            t.Name == "test-viewer"
        );
        Assert.Equal(HttpStatusCode.NoContent, (await admin.DeleteAsync(FleetPaths.Token(token.Id))).StatusCode);
        await (await other.GetAsync(FleetPaths.Hosts)).ProblemAsync(HttpStatusCode.Unauthorized);
        await (await admin.DeleteAsync(FleetPaths.Token(token.Id))).ProblemAsync(HttpStatusCode.NotFound);
    }

    [Fact]
    public async Task The_first_administrator_is_made_once_with_a_password_that_is_not_stored_and_the_name_that_was_chosen()
    {
        await using var server = await RunningServer.StartAsync();
        var password = await AddUser.FirstAsync(server.Database, server.Clock, "ada");
        Assert.NotNull(password);
        Assert.Null(await AddUser.FirstAsync(server.Database, server.Clock, "ada"));
        var stored = await server.Database.ReadAsync(db => UserQueries.FindAsync(db, "ada"));
        Assert.DoesNotContain(password, stored!.PasswordHash, StringComparison.Ordinal);
        Assert.True(Passwords.Fits(stored.PasswordHash, password));
        Assert.Null(await server.Database.ReadAsync(db => UserQueries.FindAsync(db, AddUser.FirstName)));
    }

    [Fact]
    public async Task Five_wrong_passwords_lock_an_account_for_a_while_and_the_audit_log_says_so()
    {
        await using var server = await RunningServer.StartAsync();
        var password = (await AddUser.FirstAsync(server.Database, server.Clock, "admin"))!;
        for (var i = 0; i < 5; i++)
            Assert.Null(await SignIn.CheckAsync(server.Database, server.Clock, "admin", "guess"));
        Assert.Null(await SignIn.CheckAsync(server.Database, server.Clock, "admin", password));
        server.Clock.Jump(TimeSpan.FromMinutes(2));
        Assert.NotNull(await SignIn.CheckAsync(server.Database, server.Clock, "admin", password));
        Assert.Null(await SignIn.CheckAsync(server.Database, server.Clock, "nobody", password));
        using var api = await server.ApiAsync();
        Assert.Contains((await api.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage)).Entries, e => e.Action == "user.lock");
    }
}
