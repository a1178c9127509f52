using System.Text;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.Passkeys;
using IwTune.Server.Features.Identity.SecondFactors;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Features.Users;
using IwTune.Server.Hosting;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;
using Microsoft.AspNetCore.DataProtection;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Identity;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Net.Http.Headers;

namespace IwTune.Server.Tests.Features.Identity;

/// <summary>Something else happens to an account between the proof of its person and what the person does with it.</summary>
public sealed class OvertakenProofTests : IAsyncLifetime
{
    private const string Name = "ada";
    private const int Guesses = 5;

    private RunningServer _server = null!;

    public async ValueTask InitializeAsync() => _server = await RunningServer.StartAsync();

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    [Fact]
    public async Task The_right_password_sent_at_the_same_time_does_not_have_wrong_codes_forgotten()
    {
        var password = await TestAccounts.AddAsync(_server, Name, [new AccessGrant(Role.Admin)]);
        Task<UserRow?> right;
        List<Task<Attempt?>> guesses;
        using (await _server.Database.StillAsync())
        {
            right = SignIn.CheckAsync(_server.Database, _server.Clock, Name, password);
            guesses = [.. Enumerable.Range(0, Guesses - 1).Select(_ => Attempts.TakeAsync(_server.Database, _server.Clock, Name))];
        }
        Assert.NotNull(await right);
        var taken = (await Task.WhenAll(guesses)).Count(attempt => attempt is not null);
        while (taken <= 2 * Guesses && await Attempts.TakeAsync(_server.Database, _server.Clock, Name) is not null)
            taken++;
        Assert.Equal(Guesses, taken);
    }

    [Fact]
    public async Task A_password_that_an_administrator_reset_is_not_changed_by_the_former_one()
    {
        var password = await TestAccounts.AddAsync(_server, Name, [new AccessGrant(Role.Admin)]);
        await using var scope = _server.Get<IServiceScopeFactory>().CreateAsyncScope();
        var change = scope.ServiceProvider.GetRequiredService<ChangePassword>();
        Task<IReadOnlyList<string>> changing;
        Task<UserOutcome> resetting;
        using (await _server.Database.StillAsync())
        {
            changing = change.RunAsync(new DefaultHttpContext(), Name, password, "violet harbour 77 engine");
            resetting = ResetPassword.RunAsync(Administrator, Name, "it was phished");
        }
        var reset = (await resetting).Password!;
        Assert.Contains("changed meanwhile", Assert.Single(await changing), StringComparison.Ordinal);
        Assert.NotNull(await SignIn.CheckAsync(_server.Database, _server.Clock, Name, reset));
    }

    [Fact]
    public async Task An_account_that_was_removed_gets_no_personal_token_that_a_later_one_of_its_name_would_have()
    {
        await TestAccounts.AddAsync(_server, Name, [new AccessGrant(Role.Viewer)]);
        object? made = await Overtaking.RunAsync(
            _server.Database,
            () => RemoveUser.RunAsync(Administrator, Name, "left"),
            () =>
                CreateToken.RunAsync(
                    _server.Database,
                    _server.Clock,
                    "user:ada",
                    new() { Kind = TokenKind.Api, Personal = true },
                    "user:ada",
                    Name
                )
        );
        Assert.Null(made);
        Assert.DoesNotContain(await _server.Database.ReadAsync(TokenQueries.ListAsync), row => row.Owner == Name);
    }

    [Fact]
    public async Task An_account_that_was_removed_gets_no_passkey_that_would_open_a_later_one_of_its_name()
    {
        var protection = _server.Get<IDataProtectionProvider>();
        var context = await AskedAsync(new PasskeyPending(protection));
        var proof = new PasskeyProof(new Authenticator(), new PasskeyPending(protection), _server.Database, _server.Clock);
        var problem = await Overtaking.RunAsync(
            _server.Database,
            () => RemoveUser.RunAsync(Administrator, Name, "left"),
            () => proof.KeepAsync(context, Name, "{}")
        );
        Assert.Equal("Your session ended meanwhile. Sign in again.", problem);
        Assert.Empty(await proof.ListAsync(Name));
    }

    [Fact]
    public async Task A_session_that_stands_gets_its_passkey()
    {
        var protection = _server.Get<IDataProtectionProvider>();
        var context = await AskedAsync(new PasskeyPending(protection));
        var proof = new PasskeyProof(new Authenticator(), new PasskeyPending(protection), _server.Database, _server.Clock);
        Assert.Null(await proof.KeepAsync(context, Name, "{}"));
        Assert.Equal("phone", Assert.Single(await proof.ListAsync(Name)).Title);
    }

    [Fact]
    public async Task An_account_that_was_removed_sets_up_no_authenticator_app()
    {
        await TestAccounts.AddAsync(_server, Name, [new AccessGrant(Role.Viewer)]);
        await RemoveUser.RunAsync(Administrator, Name, "left");
        Assert.Null(await _server.Get<SecondFactor>().BeginAsync(Name));
    }

    private UserChange Administrator => UserChange.OfCommandLine(_server.Database, _server.Clock, "test");

    /// <summary>The browser of a signed-in person who was asked for a new passkey.</summary>
    private async Task<HttpContext> AskedAsync(PasskeyPending pending)
    {
        await TestAccounts.SignedInAsync(_server, Name, [new AccessGrant(Role.Viewer)]);
        var id = await _server.Database.ReadAsync(db => db.ValueAsync<string>("select id from sessions where name = @Name", new { Name }));
        var row = await _server.Database.ReadAsync(db => SessionQueries.FindAsync(db, id!, _server.Clock.Now()));
        var asked = new DefaultHttpContext();
        pending.Leave(asked, new(Name, "phone", "state"));
        var cookie = SetCookieHeaderValue.Parse(asked.Response.Headers.SetCookie.ToString());
        var answers = new DefaultHttpContext { User = Session.Ticket(row!) };
        answers.Request.Headers.Cookie = $"{cookie.Name}={cookie.Value}";
        return answers;
    }

    /// <summary>Every answer proves a new passkey.</summary>
    private sealed class Authenticator : IPasskeyHandler<UserRow>
    {
        public Task<PasskeyAttestationResult> PerformAttestationAsync(PasskeyAttestationContext context) =>
            Task.FromResult(
                PasskeyAttestationResult.Success(
                    new(Encoding.UTF8.GetBytes("credential"), [1], DateTimeOffset.UnixEpoch, 0, [], true, false, false, [], []),
                    new()
                    {
                        Id = "handle",
                        Name = Name,
                        DisplayName = Name,
                    }
                )
            );

        public Task<PasskeyCreationOptionsResult> MakeCreationOptionsAsync(PasskeyUserEntity userEntity, HttpContext httpContext) =>
            throw new NotSupportedException();

        public Task<PasskeyRequestOptionsResult> MakeRequestOptionsAsync(UserRow? user, HttpContext httpContext) =>
            throw new NotSupportedException();

        public Task<PasskeyAssertionResult<UserRow>> PerformAssertionAsync(PasskeyAssertionContext context) =>
            throw new NotSupportedException();
    }
}
