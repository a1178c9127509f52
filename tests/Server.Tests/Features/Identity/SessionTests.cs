using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Features.Users;
using IwTune.Server.Hosting;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Server.Tests.Features.Identity;

/// <summary>What a browser's cookie allows, and for how long.</summary>
public sealed class SessionTests
{
    private const string AdminName = "padmin";

    [Fact]
    public async Task A_change_by_cookie_is_refused_without_the_antiforgery_token_and_made_with_it()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);

        var problem = await (await person.Http.TryPublishAsync(Api.Iw3)).ProblemAsync(HttpStatusCode.BadRequest);
        Assert.Contains("antiforgery", problem.Title, StringComparison.Ordinal);
        Assert.Empty(await person.Http.GetAsync(FleetPaths.Policies, PoliciesJson.Default.IReadOnlyListPolicySummary));

        var page = await person.OpenAsync("/policies/new");
        var token = page.QuerySelector("input[name=__RequestVerificationToken]")!.GetAttribute("value");
        using var request = new HttpRequestMessage(HttpMethod.Post, FleetPaths.Policies)
        {
            Content = JsonContent.Create(new PublishRequest(Api.Iw3, "because", null), PoliciesJson.Default.PublishRequest),
            Headers = { { "RequestVerificationToken", token } },
        };
        using var made = await person.Http.SendAsync(request);
        Assert.Equal(HttpStatusCode.Created, made.StatusCode);
    }

    [Fact]
    public async Task A_new_password_ends_the_sessions_of_the_old_one()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        Assert.Equal(HttpStatusCode.OK, (await person.GetAsync(FleetPaths.WhoAmI)).StatusCode);

        var password = (await ResetPassword.RunAsync(By(server), AdminName, "lost")).Password;
        await TestAccounts.OwnAsync(server, AdminName);

        await (await person.GetAsync(FleetPaths.WhoAmI)).ProblemAsync(HttpStatusCode.Unauthorized);
        Assert.Equal(HttpStatusCode.Redirect, (await person.GetAsync("/hosts")).StatusCode);
        using var back = await person.SubmitAsync("/sign-in", "sign-in", ("Input.Name", AdminName), ("Input.Password", password!));
        Assert.Equal(HttpStatusCode.Redirect, back.StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await person.GetAsync("/hosts")).StatusCode);
    }

    [Fact]
    public async Task A_sign_in_ends_the_session_that_the_same_browser_had_and_no_other()
    {
        await using var server = await RunningServer.StartAsync();
        var ada = await TestAccounts.AddAsync(server, "ada", [new(Role.Viewer)]);
        var bob = await TestAccounts.AddAsync(server, "bob", [new(Role.Viewer)]);
        using var browser = Person.Stranger(server);
        using var other = Person.Stranger(server);
        await SignInAsync(browser, "ada", ada!);
        await SignInAsync(other, "ada", ada!);
        var former = (await SessionsAsync(server, "ada")).Select(session => session.Id).ToList();
        Assert.Equal(2, former.Count);

        await SignInAsync(browser, "ada", ada!);
        var now = (await SessionsAsync(server, "ada")).Select(session => session.Id).ToList();
        Assert.Equal(2, now.Count);
        Assert.Single(now.Except(former));
        // Another account's session ends too: the browser has one cookie.
        await SignInAsync(browser, "bob", bob!);
        Assert.Single(await SessionsAsync(server, "ada"));
        Assert.Single(await SessionsAsync(server, "bob"));
        Assert.Equal(HttpStatusCode.OK, (await other.GetAsync("/hosts")).StatusCode);
        using var api = await server.ApiAsync();
        var entries = (await api.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage)).Entries;
        Assert.Equal(2, entries.Count(entry => entry.Action == "session.close" && entry.Actor == "user:ada"));
    }

    [Fact]
    public async Task A_session_ends_when_its_life_is_over_however_much_it_is_used()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { SessionLife = TimeSpan.FromHours(2) });
        using var person = await Person.SignedInAsync(server);
        for (var minutes = 0; minutes < 90; minutes += 30)
        {
            server.Clock.Jump(TimeSpan.FromMinutes(30));
            Assert.Equal(HttpStatusCode.OK, (await person.GetAsync(FleetPaths.WhoAmI)).StatusCode);
        }

        server.Clock.Jump(TimeSpan.FromMinutes(30));

        await (await person.GetAsync(FleetPaths.WhoAmI)).ProblemAsync(HttpStatusCode.Unauthorized);
        Assert.Equal(HttpStatusCode.Redirect, (await person.GetAsync("/hosts")).StatusCode);
    }

    [Fact]
    public async Task A_new_password_lifts_a_lock()
    {
        await using var server = await RunningServer.StartAsync();
        await TestAccounts.AddAsync(server, "ada", [new(Role.Viewer)]);
        for (var i = 0; i < 5; i++)
            Assert.Null(await SignIn.CheckAsync(server.Database, server.Clock, "ada", "guess"));

        var password = (await ResetPassword.RunAsync(By(server), "ada", "lost")).Password;

        Assert.NotNull(await SignIn.CheckAsync(server.Database, server.Clock, "ada", password!));
        Assert.Null((await ResetPassword.RunAsync(By(server), "nobody", "lost")).Password);
    }

    [Fact]
    public async Task The_sessions_of_a_removed_account_are_over_and_the_audit_log_says_who_it_was()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        using var api = await server.ApiAsync();
        Assert.Contains(
            "last unlocked administrator",
            (await RemoveUser.RunAsync(By(server), AdminName, "left")).Refused!,
            StringComparison.Ordinal
        );
        await TestAccounts.AddAsync(server, "other", [new(Role.Admin)]);

        Assert.Null((await RemoveUser.RunAsync(By(server), AdminName, "left")).Refused);

        await (await person.GetAsync(FleetPaths.WhoAmI)).ProblemAsync(HttpStatusCode.Unauthorized);
        Assert.Equal(HttpStatusCode.Redirect, (await person.GetAsync("/hosts")).StatusCode);
        Assert.Equal(404, (await RemoveUser.RunAsync(By(server), AdminName, "left")).Status);
        var entries = (await api.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage)).Entries;
        Assert.Single(entries, e => e.Action == "user.remove" && e.Subject == $"user:{AdminName}");
    }

    private static async Task SignInAsync(Person browser, string name, string password)
    {
        using var answer = await browser.SubmitAsync("/sign-in", "sign-in", ("Input.Name", name), ("Input.Password", password));
        Assert.Equal(HttpStatusCode.Redirect, answer.StatusCode);
    }

    private static Task<IReadOnlyList<SessionRow>> SessionsAsync(RunningServer server, string name) =>
        server.Database.ReadAsync(db => SessionQueries.ListAsync(db, Accounts.Local, name, server.Clock.Now()));

    private static UserChange By(RunningServer server) => UserChange.OfCommandLine(server.Database, server.Clock, "test");
}
