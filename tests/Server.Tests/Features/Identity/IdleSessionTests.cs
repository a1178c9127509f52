using System.Net;
using IwTune.Server.Console.Live;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Hosting;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Console.Live;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Server.Tests.Features.Identity;

/// <summary>A session ends when its person does nothing, whatever an open page does.</summary>
public sealed class IdleSessionTests
{
    private const string Name = "ada";
    private static readonly TimeSpan Almost = TimeSpan.FromMinutes(58),
        Idle = TimeSpan.FromMinutes(61);

    [Fact]
    public async Task A_session_without_activity_ends_and_the_sign_in_says_why_and_leads_back()
    {
        await using var server = await RunningServer.StartAsync();
        var password = await TestAccounts.AddAsync(server, Name, [new(Role.Admin)]);
        using var person = await SignedInAsync(server, password!);
        for (var i = 0; i < 3; i++)
        {
            server.Clock.Jump(Almost);
            Assert.Equal(HttpStatusCode.OK, (await person.GetAsync("/hosts")).StatusCode);
        }

        server.Clock.Jump(Idle);
        using var away = await person.GetAsync("/hosts?q=os%3Alinux");

        Assert.Equal(HttpStatusCode.Redirect, away.StatusCode);
        var address = away.Headers.Location!.PathAndQuery;
        var page = await person.OpenAsync(address);
        Assert.Contains("signed out after 1 hour without activity", page.Body!.TextContent, StringComparison.Ordinal);
        Assert.Empty(await SessionsAsync(server));
        using var back = await person.SendAsync(page, address, "sign-in", ("Input.Name", Name), ("Input.Password", password!));
        Assert.Equal("/hosts?q=os%3Alinux", back.Headers.Location!.OriginalString);
        using var api = await server.ApiAsync();
        var entries = (await api.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage)).Entries;
        Assert.Single(entries, entry => entry.Action == "session.end" && entry.Text == "A session ended: 1 hour without activity.");
    }

    [Fact]
    public async Task What_an_open_page_requests_by_itself_keeps_no_session_and_the_next_page_still_says_why()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server, Name, new AccessGrant(Role.Admin));
        for (var i = 0; i < 5; i++)
        {
            server.Clock.Jump(TimeSpan.FromMinutes(10));
            Assert.Equal(HttpStatusCode.OK, await RenewAsync(person));
            using var stream = await LivePage.OpenAsync(person, "");
        }
        Assert.Single(await SessionsAsync(server));

        server.Clock.Jump(TimeSpan.FromMinutes(11));
        Assert.Equal(HttpStatusCode.Redirect, await RenewAsync(person));
        Assert.Equal(HttpStatusCode.Redirect, await RenewAsync(person, LiveStream.Path));

        using var next = await person.GetAsync("/hosts");
        Assert.EndsWith("&ended=idle", next.Headers.Location!.OriginalString, StringComparison.Ordinal);
        using var again = await person.GetAsync("/hosts");
        Assert.DoesNotContain("ended", again.Headers.Location!.OriginalString, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_call_with_the_cookie_is_refused_with_the_reason_and_a_token_is_not()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { SessionIdle = TimeSpan.FromMinutes(5) });
        using var person = await Person.SignedInAsync(server, Name, new AccessGrant(Role.Admin));
        using var api = await server.ApiAsync();
        server.Clock.Jump(TimeSpan.FromMinutes(5));
        var problem = await (await person.GetAsync(FleetPaths.WhoAmI)).ProblemAsync(HttpStatusCode.Unauthorized);
        Assert.Equal("Your session ended after 5 minutes without activity.", problem.Title);
        Assert.Equal(HttpStatusCode.OK, (await api.GetAsync(FleetPaths.WhoAmI)).StatusCode);
    }

    [Fact]
    public async Task A_session_that_ended_so_is_not_listed_even_before_its_browser_returns()
    {
        await using var server = await RunningServer.StartAsync();
        var password = await TestAccounts.AddAsync(server, Name, [new(Role.Admin)]);
        using var left = await SignedInAsync(server, password!);
        server.Clock.Jump(Almost);
        using var used = await SignedInAsync(server, password!);
        Assert.Equal(2, (await used.Http.GetAsync(SignInPaths.Account, SignInJson.Default.AccountView)).Sessions.Count);
        server.Clock.Jump(TimeSpan.FromMinutes(3));
        Assert.True(Assert.Single((await used.Http.GetAsync(SignInPaths.Account, SignInJson.Default.AccountView)).Sessions).Current);
    }

    [Fact]
    public async Task A_time_that_is_not_shorter_than_the_life_of_a_session_ends_none()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { SessionIdle = TimeSpan.FromHours(12) });
        using var person = await Person.SignedInAsync(server, Name, new AccessGrant(Role.Admin));
        server.Clock.Jump(TimeSpan.FromHours(11));
        var page = await person.OpenAsync("/account");
        Assert.DoesNotContain("without activity", page.Body!.TextContent, StringComparison.Ordinal);
    }

    private static async Task<Person> SignedInAsync(RunningServer server, string password)
    {
        var person = Person.Stranger(server);
        using var answer = await person.SubmitAsync("/sign-in", "sign-in", ("Input.Name", Name), ("Input.Password", password));
        Assert.Equal(HttpStatusCode.Redirect, answer.StatusCode);
        return person;
    }

    private static async Task<HttpStatusCode> RenewAsync(Person person, string address = "/hosts")
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, address);
        request.Headers.Add(PersonActivity.RenewalHeader, "1");
        request.Headers.Add("Sec-Fetch-Mode", "cors");
        using var answer = await person.Http.SendAsync(request);
        return answer.StatusCode;
    }

    private static Task<IReadOnlyList<SessionRow>> SessionsAsync(RunningServer server) =>
        server.Database.ReadAsync(db => SessionQueries.ListAsync(db, Accounts.Local, Name, server.Clock.Now()));
}
