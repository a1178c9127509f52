using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Features.Identity.Passkeys;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Users;

public sealed class UserTests
{
    [Fact]
    public async Task An_account_is_made_changed_locked_and_removed_with_an_entry_each()
    {
        await using var server = await RunningServer.StartAsync();
        using var admin = await server.ApiAsync();
        var made = await (await AddAsync(admin, "anna", new AccessGrant(Role.Operator, "role:web  site:fra"))).ReadAsync(
            AccessJson.Default.CreatedUser
        );
        Assert.Equal([new AccessGrant(Role.Operator, "role:web site:fra")], made.User.Grants);
        await TestAccounts.OwnAsync(server, "anna");
        using var anna = Person.Stranger(server);
        using (var signedIn = await anna.SubmitAsync("/sign-in", "sign-in", ("Input.Name", "anna"), ("Input.Password", made.Password)))
            Assert.Equal(HttpStatusCode.Redirect, signedIn.StatusCode);
        await (await anna.GetAsync(FleetPaths.Users)).ProblemAsync(HttpStatusCode.Forbidden);

        // It takes effect in the open session, from the next request on.
        Assert.Equal(HttpStatusCode.OK, (await GrantsAsync(admin, "anna", new AccessGrant(Role.Auditor))).StatusCode);
        var listed = (await (await anna.GetAsync(FleetPaths.Users)).ReadAsync(AccessJson.Default.IReadOnlyListUserSummary)).Single(user =>
            user.Name == "anna"
        );
        Assert.Equal("127.0.0.1", listed.SignedInFrom);
        var page = (await anna.OpenAsync("/users")).QuerySelector("main")!;
        Assert.Null(page.QuerySelector("form"));
        // For a disabled button the page gives the reason and the users who may press it.
        Assert.Equal("true", page.QuerySelector("button.denied")!.GetAttribute("aria-disabled"));
        var denial = page.QuerySelector("#denied-UsersManage")!.TextContent;
        Assert.Contains("It needs UsersManage", denial, StringComparison.Ordinal);
        Assert.Contains("You are auditor", denial, StringComparison.Ordinal);
        Assert.Contains("Ask an administrator", denial, StringComparison.Ordinal);

        Assert.Equal(HttpStatusCode.OK, (await PostAsync(admin, FleetPaths.UserLock("anna"))).StatusCode);
        await (await anna.GetAsync(FleetPaths.WhoAmI)).ProblemAsync(HttpStatusCode.Unauthorized);
        Assert.Equal(HttpStatusCode.Conflict, (await PostAsync(admin, FleetPaths.UserLock("anna"))).StatusCode);
        Assert.Null((await (await PostAsync(admin, FleetPaths.UserUnlock("anna"))).ReadAsync(AccessJson.Default.UserSummary)).Locked);
        await FromThePageAsync(server, made.Password);
        Assert.Equal(HttpStatusCode.NoContent, (await admin.DeleteAsync(FleetPaths.User("anna") + "?reason=left")).StatusCode);
        await (await admin.GetAsync(FleetPaths.User("anna"))).ProblemAsync(HttpStatusCode.NotFound);
        var entries = (await admin.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage))
            .Entries.Where(entry => entry.Subject == "user:anna")
            .Select(entry => entry.Action)
            .ToList();
        foreach (
            var action in new[] { "user.create", "user.grants", "user.lock", "user.unlock", "user.password", "session.end", "user.remove" }
        )
            Assert.Contains(action, entries);
    }

    // The buttons of the page: signing out everywhere, and a new password, which ends the sessions of the old one.
    private static async Task FromThePageAsync(RunningServer server, string password)
    {
        using var admin = await Person.SignedInAsync(server, "root", new AccessGrant(Role.Admin));
        using var anna = Person.Stranger(server);
        using (await anna.SubmitAsync("/sign-in", "sign-in", ("Input.Name", "anna"), ("Input.Password", password)))
            Assert.Equal(HttpStatusCode.OK, (await anna.GetAsync(FleetPaths.WhoAmI)).StatusCode);
        using (var without = await admin.SubmitAsync("/users/anna", "user", ("Input.Action", "sign-out"), ("Input.Reason", "")))
            Assert.Contains(
                "Reason: a short reason is required",
                (await Person.ReadAsync(without)).QuerySelector(".notice-bad")!.TextContent,
                StringComparison.Ordinal
            );
        using (await admin.SubmitAsync("/users/anna", "user", ("Input.Action", "sign-out"), ("Input.Reason", "lost a laptop")))
            await (await anna.GetAsync(FleetPaths.WhoAmI)).ProblemAsync(HttpStatusCode.Unauthorized);
        Assert.Contains(
            "signed out everywhere: 1 browser",
            (await admin.OpenAsync("/users/anna")).Body!.TextContent,
            StringComparison.Ordinal
        );
        using (await admin.SubmitAsync("/users/anna", "user", ("Input.Action", "reset"), ("Input.Reason", "forgot it")))
            Assert.Contains("The new password of anna", (await admin.OpenAsync("/users/anna")).Body!.TextContent, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_last_administrator_stays_and_nobody_changes_their_own_account()
    {
        await using var server = await RunningServer.StartAsync();
        using var token = await server.ApiAsync();
        using var person = await Person.SignedInAsync(server);
        await (await GrantsAsync(token, "padmin", new AccessGrant(Role.Viewer))).ProblemAsync(HttpStatusCode.Conflict);
        await (await PostAsync(token, FleetPaths.UserLock("padmin"))).ProblemAsync(HttpStatusCode.Conflict);
        await (await token.DeleteAsync(FleetPaths.User("padmin") + "?reason=why")).ProblemAsync(HttpStatusCode.Conflict);
        // An administrator of some hosts cannot add accounts.
        await AddAsync(token, "part", new AccessGrant(Role.Admin, "site:fra"));
        await (await token.DeleteAsync(FleetPaths.User("padmin") + "?reason=why")).ProblemAsync(HttpStatusCode.Conflict);
        await AddAsync(token, "other", new AccessGrant(Role.Admin));
        Assert.Contains("your own account", (await person.OpenAsync("/users/padmin")).Body!.TextContent, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.NoContent, (await token.DeleteAsync(FleetPaths.User("padmin") + "?reason=why")).StatusCode);
    }

    [Fact]
    public async Task An_open_session_and_a_token_reset_neither_the_password_nor_the_factors_of_their_own_person()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        var (secret, _) = (
            await CreateToken.RunAsync(
                server.Database,
                server.Clock,
                "user:padmin",
                new() { Kind = TokenKind.Api, Personal = true },
                "user:padmin",
                "padmin"
            )
        )!.Value;
        await AddPasskeyAsync(server, "padmin");
        using var token = server.Client($"Bearer {secret}");
        await (await PostAsync(token, FleetPaths.UserReset("padmin"))).ProblemAsync(HttpStatusCode.Forbidden);
        await (await token.DeleteAsync(FleetPaths.UserSecondFactor("padmin") + "?reason=why")).ProblemAsync(HttpStatusCode.Forbidden);
        Assert.Equal(HttpStatusCode.OK, (await person.GetAsync(FleetPaths.WhoAmI)).StatusCode);
    }

    [Fact]
    public async Task The_page_of_a_user_shows_passkeys_and_removes_them_and_locks_an_account_under_attack()
    {
        await using var server = await RunningServer.StartAsync();
        using var admin = await Person.SignedInAsync(server);
        await TestAccounts.AddAsync(server, "anna", [new(Role.Viewer)]);
        Assert.DoesNotContain("passkey", (await MainAsync()).TextContent, StringComparison.Ordinal);
        await AddPasskeyAsync(server, "anna");
        Assert.Contains("1 passkey", (await MainAsync()).TextContent, StringComparison.Ordinal);
        using (
            var removed = await admin.SubmitAsync("/users/anna", "user", ("Input.Action", "second-factor"), ("Input.Reason", "lost phone"))
        )
            Assert.Equal(HttpStatusCode.Redirect, removed.StatusCode);
        Assert.Null((await MainAsync()).QuerySelector("button[value=second-factor]"));

        await server.Database.WriteAsync(write =>
            write.ExecuteAsync(
                "update users set failed = 5, locked_until = @until where name = 'anna'",
                new { until = server.Clock.GetUtcNow().AddMinutes(1).ToUnixTimeMilliseconds() }
            )
        );
        var paused = await MainAsync();
        foreach (var action in (string[])["lock", "unlock"])
            Assert.NotNull(paused.QuerySelector($"button[value={action}]"));

        async Task<AngleSharp.Dom.IElement> MainAsync() => (await admin.OpenAsync("/users/anna")).QuerySelector("main")!;
    }

    private static Task<int> AddPasskeyAsync(RunningServer server, string name) =>
        server.Database.WriteAsync(write =>
            PasskeyQueries.InsertAsync(
                write,
                new()
                {
                    Id = $"key-of-{name}",
                    Name = name,
                    Handle = "h",
                    Title = "phone",
                    Passkey = "{}",
                }
            )
        );

    [Fact]
    public async Task What_cannot_be_is_refused_with_everything_that_is_wrong()
    {
        await using var server = await RunningServer.StartAsync();
        using var admin = await server.ApiAsync();
        foreach (
            var (name, grants) in new (string, AccessGrant[])[]
            {
                ("Anna", [new(Role.Viewer)]),
                ("", [new(Role.Viewer)]),
                ("anna", []),
                ("anna", [new(Role.Viewer, "site:")]),
                ("anna", [new((Role)99)]),
            }
        )
            Assert.Equal(HttpStatusCode.BadRequest, (await AddAsync(admin, name, grants)).StatusCode);
        await AddAsync(admin, "anna", new AccessGrant(Role.Viewer));
        Assert.Equal(HttpStatusCode.Conflict, (await AddAsync(admin, "anna", new AccessGrant(Role.Viewer))).StatusCode);
        using var nameless = await admin.PutAsJsonAsync(
            FleetPaths.UserGrants("anna"),
            new GrantsRequest([new(Role.Viewer)], " "),
            AccessJson.Default.GrantsRequest
        );
        Assert.Equal(HttpStatusCode.BadRequest, nameless.StatusCode);
    }

    private static Task<HttpResponseMessage> AddAsync(HttpClient api, string name, params AccessGrant[] grants) =>
        api.PostAsJsonAsync(FleetPaths.Users, new CreateUserRequest(name, grants), AccessJson.Default.CreateUserRequest);

    private static Task<HttpResponseMessage> GrantsAsync(HttpClient api, string name, params AccessGrant[] grants) =>
        api.PutAsJsonAsync(FleetPaths.UserGrants(name), new GrantsRequest(grants, "because"), AccessJson.Default.GrantsRequest);

    private static Task<HttpResponseMessage> PostAsync(HttpClient api, string path) =>
        api.PostAsJsonAsync(path, new ReasonRequest("because"), AdministrationJson.Default.ReasonRequest);
}
