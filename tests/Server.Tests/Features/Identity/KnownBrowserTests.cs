using System.Net;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Users;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Features.Identity;

public sealed class KnownBrowserTests
{
    private const string Name = "ada";

    [Fact]
    public async Task A_stranger_who_keeps_an_account_locked_does_not_keep_its_person_out_and_gets_no_more_guesses()
    {
        await using var server = await RunningServer.StartAsync();
        var password = await TestAccounts.AddAsync(server, Name, new AccessGrant(Role.Viewer));
        using var ada = Person.Stranger(server);
        Assert.True(await EntersAsync(ada, password));
        await GuessAsync(server);

        Assert.True(await EntersAsync(ada, password));

        using var elsewhere = Person.Stranger(server, from: "127.0.0.2");
        Assert.False(await EntersAsync(elsewhere, password));
        Assert.NotNull((await server.Database.ReadAsync(db => UserQueries.FindAsync(db, Name)))!.LockedUntil);
    }

    [Fact]
    public async Task Wrong_passwords_in_a_known_browser_lock_it_alone_until_an_administrator_unlocks_the_account()
    {
        await using var server = await RunningServer.StartAsync();
        var password = await TestAccounts.AddAsync(server, Name, new AccessGrant(Role.Viewer));
        using var ada = Person.Stranger(server);
        Assert.True(await EntersAsync(ada, password));
        for (var i = 0; i < 5; i++)
            Assert.False(await EntersAsync(ada, "a guess"));

        Assert.False(await EntersAsync(ada, password));
        using var elsewhere = Person.Stranger(server, from: "127.0.0.2");
        Assert.True(await EntersAsync(elsewhere, password));

        Assert.Null((await UnlockUser.RunAsync(UserChange.OfCommandLine(server.Database, server.Clock, "test"), Name, "asked")).Refused);
        server.Clock.Jump(TimeSpan.FromMinutes(1));
        Assert.NotNull(await KnownAsync(server, await HashAsync(server), password));
    }

    [Fact]
    public async Task A_browser_is_unknown_to_another_account_after_90_days_and_when_the_stamp_changed()
    {
        await using var server = await RunningServer.StartAsync();
        var password = await TestAccounts.AddAsync(server, Name, new AccessGrant(Role.Viewer));
        var other = await TestAccounts.AddAsync(server, "ben", new AccessGrant(Role.Viewer));
        using var ada = Person.Stranger(server);
        Assert.True(await EntersAsync(ada, password));
        var hash = await HashAsync(server);
        await GuessAsync(server, "ben");
        await GuessAsync(server);

        Assert.Null(await SignIn.CheckAsync(server.Database, server.Clock, "ben", other, hash));
        Assert.NotNull(await KnownAsync(server, hash, password));
        await server.Database.WriteAsync(write => write.ExecuteAsync("update users set security_stamp = 'x' where name = 'ada'"));
        Assert.Null(await KnownAsync(server, hash, password));
        await server.Database.WriteAsync(write => write.ExecuteAsync("update known_browsers set stamp = 'x' where name = 'ada'"));
        Assert.NotNull(await KnownAsync(server, hash, password));
        server.Clock.Jump(TimeSpan.FromDays(90));
        await GuessAsync(server);
        Assert.Null(await KnownAsync(server, hash, password));
    }

    [Fact]
    public async Task The_tries_a_minute_of_a_name_that_others_use_up_are_not_those_of_a_known_browser()
    {
        await using var server = await RunningServer.StartAsync();
        var password = await TestAccounts.AddAsync(server, Name, new AccessGrant(Role.Viewer));
        using var ada = Person.Stranger(server);
        Assert.True(await EntersAsync(ada, password));
        using var guesser = Person.Stranger(server, from: "127.0.0.2");
        var page = await guesser.OpenAsync("/sign-in");
        var last = HttpStatusCode.OK;
        for (var i = 0; i < 12 && last == HttpStatusCode.OK; i++)
        {
            using var answer = await guesser.SendAsync(page, "/sign-in", "sign-in", ("Input.Name", Name), ("Input.Password", "a guess"));
            last = answer.StatusCode;
        }

        Assert.Equal(HttpStatusCode.TooManyRequests, last);
        Assert.True(await EntersAsync(ada, password));
    }

    [Fact]
    public async Task A_secret_that_the_server_did_not_make_is_replaced_at_the_sign_in()
    {
        await using var server = await RunningServer.StartAsync();
        var password = await TestAccounts.AddAsync(server, Name, new AccessGrant(Role.Viewer));
        using var ada = Person.Stranger(server);
        ada.Http.DefaultRequestHeaders.Add("Cookie", "__Host-iwtune-known=planted");
        Assert.True(await EntersAsync(ada, password));

        Assert.NotEqual(IwTune.Server.Features.Tokens.Secret.HashOf("planted"), await HashAsync(server));
    }

    private static async Task<bool> EntersAsync(Person person, string password)
    {
        using var answer = await person.SubmitAsync("/sign-in", "sign-in", ("Input.Name", Name), ("Input.Password", password));
        if (answer.StatusCode != HttpStatusCode.Redirect)
            return false;
        using var left = await person.SubmitAsync("/sign-out", "sign-out");
        return true;
    }

    private static async Task GuessAsync(RunningServer server, string name = Name)
    {
        for (var i = 0; i < 5; i++)
            Assert.Null(await SignIn.CheckAsync(server.Database, server.Clock, name, "a guess"));
    }

    private static Task<UserRow?> KnownAsync(RunningServer server, string hash, string password) =>
        SignIn.CheckAsync(server.Database, server.Clock, Name, password, hash);

    private static Task<string> HashAsync(RunningServer server) =>
        server.Database.ReadAsync(async db =>
            (await db.ListAsync<string>("select hash from known_browsers where name = 'ada' order by seen_at limit 1"))[0]
        );
}
