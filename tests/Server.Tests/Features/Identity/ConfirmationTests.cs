using System.Net;
using System.Net.Http.Json;
using AngleSharp.Html.Dom;
using IwTune.Server.Features.Identity.SecondFactors;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Features.Identity.Oidc;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Features.Identity;

/// <summary>What changes how a person signs in needs a proof that is minutes old.</summary>
public sealed class ConfirmationTests
{
    private const string Name = "ada",
        Other = "nine green lamps behind the door";
    private static readonly TimeSpan Long = TimeSpan.FromMinutes(11);

    [Fact]
    public async Task An_open_browser_alone_sets_up_no_app_and_ends_no_session()
    {
        await using var server = await RunningServer.StartAsync();
        var password = await TestAccounts.AddAsync(server, Name, [new(Role.Viewer)]);
        using var person = await SignedInAsync(server, password);
        using var other = await SignedInAsync(server, password);
        var fresh = await person.OpenAsync("/account");
        Assert.Contains(fresh.QuerySelectorAll("button"), button => button.TextContent == "Set up app");
        Assert.Null(fresh.QuerySelector("#confirm"));

        server.Clock.Jump(Long);
        var old = await person.OpenAsync("/account");
        Assert.DoesNotContain(old.QuerySelectorAll("button"), button => button.TextContent is "Set up app" or "Sign out all others");
        foreach (var form in (string[])["begin", "end-session"])
        {
            using var refused = await person.SendAsync(fresh, "/account", form);
            var page = await Person.ReadAsync(refused);
            Assert.Contains("older than 10 minutes", page.QuerySelector("[role=alert]")!.TextContent, StringComparison.Ordinal);
            Assert.Null(page.QuerySelector("svg.qr"));
        }
        Assert.Equal(HttpStatusCode.OK, (await other.GetAsync("/account")).StatusCode);

        using var wrong = await person.SendAsync(old, "/account", "confirm-password", ("Input.Password", "not this one"));
        Assert.Contains("is wrong", (await Person.ReadAsync(wrong)).QuerySelector("[role=alert]")!.TextContent, StringComparison.Ordinal);
        using var right = await person.SendAsync(old, "/account", "confirm-password", ("Input.Password", password));
        Assert.Equal(HttpStatusCode.Redirect, right.StatusCode);
        using var begun = await person.SubmitAsync("/account", "begin");
        Assert.NotNull((await Person.ReadAsync(begun)).QuerySelector("svg.qr"));
        using var ended = await person.SubmitAsync("/account", "end-session");
        Assert.Equal(HttpStatusCode.Redirect, ended.StatusCode);
        Assert.Equal(HttpStatusCode.Redirect, (await other.GetAsync("/account")).StatusCode);
    }

    [Fact]
    public async Task A_confirmed_password_gives_the_session_another_cookie_and_a_copy_of_the_former_opens_nothing()
    {
        await using var server = await RunningServer.StartAsync();
        var password = await TestAccounts.AddAsync(server, Name, [new(Role.Viewer)]);
        using var person = Person.Stranger(server);
        using var signedIn = await person.SubmitAsync("/sign-in", "sign-in", ("Input.Name", Name), ("Input.Password", password));
        var former = Cookie(signedIn);
        var otherTab = await person.OpenAsync("/account");
        server.Clock.Jump(Long);
        Assert.Equal(HttpStatusCode.OK, (await WithAsync(server, former)).StatusCode);

        using var confirmed = await person.SubmitAsync("/account", "confirm-password", ("Input.Password", password));
        using var refused = await WithAsync(server, former);
        Assert.Equal(HttpStatusCode.Unauthorized, refused.StatusCode);
        // A request that was under way with the former cookie would otherwise sign the browser out.
        Assert.False(refused.Headers.Contains("Set-Cookie"));
        Assert.Equal(HttpStatusCode.OK, (await WithAsync(server, Cookie(confirmed))).StatusCode);

        // Neither does a copy of the former cookie end the session by a sign-in in its place.
        var bob = await TestAccounts.AddAsync(server, "bob", [new(Role.Viewer)]);
        using var thief = Person.Stranger(server);
        thief.Http.DefaultRequestHeaders.Add("Cookie", former);
        using var entered = await thief.SubmitAsync("/sign-in", "sign-in", ("Input.Name", "bob"), ("Input.Password", bob));
        Assert.Equal(HttpStatusCode.Redirect, entered.StatusCode);

        Assert.Equal(HttpStatusCode.OK, (await person.GetAsync("/hosts")).StatusCode);
        using var sent = await person.SendAsync(otherTab, "/account", "begin");
        Assert.NotNull((await Person.ReadAsync(sent)).QuerySelector("svg.qr"));
    }

    [Fact]
    public async Task A_changed_password_gives_the_session_another_cookie_too()
    {
        await using var server = await RunningServer.StartAsync();
        var password = await TestAccounts.AddAsync(server, Name, [new(Role.Viewer)]);
        using var person = Person.Stranger(server);
        using var signedIn = await person.SubmitAsync("/sign-in", "sign-in", ("Input.Name", Name), ("Input.Password", password));
        using var changed = await person.SubmitAsync("/account", "password", ("Input.Current", password), ("Input.Wanted", Other));
        Assert.Equal(HttpStatusCode.Redirect, changed.StatusCode);
        Assert.Equal(HttpStatusCode.Unauthorized, (await WithAsync(server, Cookie(signedIn))).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await WithAsync(server, Cookie(changed))).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await person.GetAsync("/account")).StatusCode);
    }

    [Fact]
    public async Task A_call_needs_the_confirmed_password_and_says_so()
    {
        await using var server = await RunningServer.StartAsync();
        var password = await TestAccounts.AddAsync(server, Name, [new(Role.Viewer)]);
        using var person = await SignedInAsync(server, password);
        server.Clock.Jump(Long);

        foreach (var address in (string[])[SignInPaths.Sessions, SignInPaths.Sessions + "/none", SignInPaths.Passkey("none")])
        {
            var problem = await (await CallAsync(person, HttpMethod.Delete, address)).ProblemAsync(HttpStatusCode.Forbidden);
            Assert.Contains("older than 10 minutes", problem.Title, StringComparison.Ordinal);
            Assert.Contains(SignInPaths.Confirmation, problem.Detail, StringComparison.Ordinal);
        }
        await (await ConfirmAsync(person, "not this one")).ProblemAsync(HttpStatusCode.BadRequest);
        Assert.Equal(HttpStatusCode.NoContent, (await ConfirmAsync(person, password)).StatusCode);
        using var ended = await CallAsync(person, HttpMethod.Delete, SignInPaths.Sessions);
        Assert.Equal(HttpStatusCode.OK, ended.StatusCode);
        await (await CallAsync(person, HttpMethod.Delete, SignInPaths.Passkey("none"))).ProblemAsync(HttpStatusCode.NotFound);
    }

    [Fact]
    public async Task Where_an_app_is_set_up_a_code_is_needed_too_and_no_change_goes_without_it()
    {
        await using var server = await RunningServer.StartAsync();
        var password = await TestAccounts.AddAsync(server, Name, [new(Role.Viewer)]);
        var factor = server.Get<SecondFactor>();
        var key = (await factor.BeginAsync(Name))!;
        Assert.NotNull(await factor.ConfirmAsync(Name, CodeNow()));
        server.Clock.Jump(TimeSpan.FromMinutes(1));
        using var person = await SignedInAsync(server, password);
        using var second = await person.SubmitAsync("/sign-in/second", "second", ("Input.Code", CodeNow()));
        Assert.Equal(HttpStatusCode.Redirect, second.StatusCode);
        var fresh = await person.OpenAsync("/account");
        server.Clock.Jump(Long);

        var old = await person.OpenAsync("/account");
        string[] changes = ["Change password", "New recovery codes", "Remove app"];
        Assert.DoesNotContain(old.QuerySelectorAll("button"), button => changes.Contains(button.TextContent));
        await RefusedAsync("older than 10 minutes", fresh, "factor", ("Input.Code", password), ("Input.What", "remove"));
        await RefusedAsync("older than 10 minutes", fresh, "password", ("Input.Current", password), ("Input.Wanted", Other));
        var request = JsonContent.Create(new PasswordRequest(password, Other), SignInJson.Default.PasswordRequest);
        var problem = await (await CallAsync(person, HttpMethod.Post, SignInPaths.Account + "/password", request)).ProblemAsync(
            HttpStatusCode.Forbidden
        );
        Assert.Contains("confirm your password and a code", problem.Title, StringComparison.Ordinal);
        await (await ConfirmAsync(person, password)).ProblemAsync(HttpStatusCode.BadRequest);
        await RefusedAsync("is wrong", old, "confirm-password", ("Input.Password", password), ("Input.Code", "000000"));
        await RefusedAsync("is wrong", old, "confirm-password", ("Input.Password", "not this one"), ("Input.Code", CodeNow()));

        using var confirmed = await person.SendAsync(
            old,
            "/account",
            "confirm-password",
            ("Input.Password", password),
            ("Input.Code", CodeNow())
        );
        Assert.Equal(HttpStatusCode.Redirect, confirmed.StatusCode);
        // The password alone, which the next change asks for, does not count for ten minutes more.
        server.Clock.Jump(TimeSpan.FromMinutes(6));
        using var codes = await person.SubmitAsync("/account", "factor", ("Input.Code", password), ("Input.What", "codes"));
        Assert.NotNull((await Person.ReadAsync(codes)).QuerySelector(".recovery-codes"));
        server.Clock.Jump(TimeSpan.FromMinutes(6));
        await RefusedAsync("older than 10 minutes", fresh, "factor", ("Input.Code", password), ("Input.What", "remove"));
        Assert.True((await factor.StateAsync(Name)).App);

        string CodeNow() => Totp.Code(key, Totp.StepAt(server.Clock.GetUtcNow()));

        async Task RefusedAsync(string why, IHtmlDocument page, string form, params (string Name, string Value)[] fields)
        {
            using var answer = await person.SendAsync(page, "/account", form, fields);
            var alert = (await Person.ReadAsync(answer)).QuerySelector("[role=alert]");
            Assert.Contains(why, alert!.TextContent, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task A_person_of_a_provider_that_knew_the_browser_signs_in_there_again()
    {
        await using var provider = await SigningProvider.StartAsync();
        await using var server = await RunningServer.StartAsync(with: options => options with { Oidc = provider.Settings });
        using var person = Person.Stranger(server);
        using var away = await person.GetAsync("/sign-in/company?back=/account");
        using var first = await BrowserFlow.ReturnAsync(
            person.Http,
            provider,
            server,
            away,
            claims => claims["auth_time"] = Now(server) - 3600
        );
        await BrowserFlow.RunAsync(server, provider, Name, _ => { });

        var page = await person.OpenAsync("/account");
        var again = page.QuerySelector("a.button[href*=again]")!.GetAttribute("href")!;
        using var sent = await person.GetAsync(again);
        Assert.Contains("prompt=login", sent.Headers.Location!.Query, StringComparison.Ordinal);
        using var second = await BrowserFlow.ReturnAsync(person.Http, provider, server, sent, claims => claims["auth_time"] = Now(server));
        Assert.Null((await person.OpenAsync("/account")).QuerySelector("a.button[href*=again]"));
    }

    private static string Cookie(HttpResponseMessage answer) =>
        answer.Headers.GetValues("Set-Cookie").Single(one => one.StartsWith("__Host-iwtune=", StringComparison.Ordinal)).Split(';')[0];

    /// <summary>What a thief of a cookie gets.</summary>
    private static async Task<HttpResponseMessage> WithAsync(RunningServer server, string cookie)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, FleetPaths.WhoAmI) { Headers = { { "Cookie", cookie } } };
        return await server.Client().SendAsync(request);
    }

    private static long Now(RunningServer server) => server.Clock.GetUtcNow().ToUnixTimeSeconds();

    private static async Task<Person> SignedInAsync(RunningServer server, string password)
    {
        var person = Person.Stranger(server);
        using var answer = await person.SubmitAsync("/sign-in", "sign-in", ("Input.Name", Name), ("Input.Password", password));
        Assert.Equal(HttpStatusCode.Redirect, answer.StatusCode);
        return person;
    }

    private static Task<HttpResponseMessage> ConfirmAsync(Person person, string password) =>
        CallAsync(
            person,
            HttpMethod.Post,
            SignInPaths.Confirmation,
            JsonContent.Create(new ConfirmationRequest(password), SignInJson.Default.ConfirmationRequest)
        );

    private static async Task<HttpResponseMessage> CallAsync(Person person, HttpMethod method, string address, HttpContent? content = null)
    {
        var token = (await person.OpenAsync("/account")).QuerySelector("input[name=__RequestVerificationToken]")!.GetAttribute("value");
        using var request = new HttpRequestMessage(method, address)
        {
            Content = content,
            Headers = { { "RequestVerificationToken", token } },
        };
        return await person.Http.SendAsync(request);
    }
}
