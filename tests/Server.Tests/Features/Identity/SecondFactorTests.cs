using System.Net;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Identity.SecondFactors;
using IwTune.Server.Features.Users;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Features.Identity;

/// <summary>An authenticator app, from its set-up to the loss of the phone, on the pages.</summary>
public sealed class SecondFactorTests
{
    private const string Name = "ada";

    [Fact]
    public async Task A_role_that_needs_one_sets_it_up_at_sign_in_and_each_code_opens_once()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { SecondFactorRoles = [Role.Admin] });
        var password = await TestAccounts.AddAsync(server, Name, [new AccessGrant(Role.Admin)]);
        using var first = Person.Stranger(server);

        using var sent = await PasswordAsync(first, password);
        Assert.StartsWith("/sign-in/set-up", sent.Headers.Location!.OriginalString, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.Redirect, (await first.GetAsync("/hosts")).StatusCode);
        var key = (await server.Get<SecondFactor>().BeginAsync(Name))!;
        var page = await first.OpenAsync("/sign-in/set-up");
        Assert.NotNull(page.QuerySelector("svg.qr path"));
        using var wrong = await first.SubmitAsync("/sign-in/set-up", "set-up", ("Input.Code", "000000"));
        Assert.NotNull((await Person.ReadAsync(wrong)).QuerySelector("[role=alert]"));
        var code = Totp.Code(key, Totp.StepAt(server.Clock.GetUtcNow()));
        using var right = await first.SubmitAsync("/sign-in/set-up", "set-up", ("Input.Code", code));
        var codes = (await Person.ReadAsync(right)).QuerySelectorAll(".recovery-codes li").Select(item => item.TextContent.Trim()).ToList();
        Assert.Equal(10, codes.Distinct(StringComparer.Ordinal).Count());
        Assert.Equal(HttpStatusCode.OK, (await first.GetAsync("/hosts")).StatusCode);

        // An attacker who has the password and saw the code.
        using var thief = Person.Stranger(server);
        using var half = await PasswordAsync(thief, password);
        Assert.StartsWith("/sign-in/second", half.Headers.Location!.OriginalString, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.OK, await CodeAsync(thief, code));
        // Setting up another app does not bypass it.
        Assert.Equal(HttpStatusCode.Redirect, (await thief.GetAsync("/sign-in/set-up")).StatusCode);
        Assert.Equal(HttpStatusCode.Redirect, (await thief.GetAsync("/hosts")).StatusCode);

        using var lost = Person.Stranger(server);
        using var again = await PasswordAsync(lost, password);
        Assert.Equal(HttpStatusCode.Redirect, await CodeAsync(lost, codes[0].ToUpperInvariant()));
        Assert.Equal(HttpStatusCode.OK, (await lost.GetAsync("/hosts")).StatusCode);
        using var twice = await PasswordAsync(thief, password);
        Assert.Equal(HttpStatusCode.OK, await CodeAsync(thief, codes[0]));

        var lesser = new UserChange(server.Database, server.Clock, "user:lesser", Rights.Of(new AccessGrant(Role.Viewer)), null);
        Assert.Contains(
            "beyond your own rights",
            (await ResetSecondFactor.RunAsync(lesser, Name, "mine now")).Refused,
            StringComparison.Ordinal
        );
        Assert.Null(
            (await ResetSecondFactor.RunAsync(UserChange.OfCommandLine(server.Database, server.Clock, "test"), Name, "lost phone")).Refused
        );
        Assert.Contains(
            "neither",
            (await ResetSecondFactor.RunAsync(UserChange.OfCommandLine(server.Database, server.Clock, "test"), Name, "again")).Refused,
            StringComparison.Ordinal
        );
        Assert.Equal(HttpStatusCode.Redirect, (await lost.GetAsync("/hosts")).StatusCode);
        using var anew = await PasswordAsync(lost, password);
        Assert.StartsWith("/sign-in/set-up", anew.Headers.Location!.OriginalString, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Wrong_codes_lock_the_account_although_the_password_is_right_each_time()
    {
        await using var server = await RunningServer.StartAsync();
        var password = await TestAccounts.AddAsync(server, Name, [new AccessGrant(Role.Viewer)]);
        var factor = server.Get<SecondFactor>();
        var key = (await factor.BeginAsync(Name))!;
        Assert.NotNull(await factor.ConfirmAsync(Name, Totp.Code(key, Totp.StepAt(server.Clock.GetUtcNow()))));
        for (var i = 0; i < 5; i++)
        {
            Assert.NotNull(await SignIn.CheckAsync(server.Database, server.Clock, Name, password));
            var user = (await Attempts.TakeAsync(server.Database, server.Clock, Name))!;
            Assert.Null(await factor.CheckAsync(Name, "000000"));
            await Attempts.FailAsync(server.Database, server.Clock, user, "codes");
        }
        Assert.Null(await SignIn.CheckAsync(server.Database, server.Clock, Name, password));
        Assert.Null(
            (await UnlockUser.RunAsync(UserChange.OfCommandLine(server.Database, server.Clock, "test"), Name, "found the phone")).Refused
        );
        Assert.NotNull(await SignIn.CheckAsync(server.Database, server.Clock, Name, password));
    }

    [Fact]
    public async Task The_store_holds_neither_the_key_nor_a_recovery_code()
    {
        await using var server = await RunningServer.StartAsync();
        await TestAccounts.AddAsync(server, Name, [new AccessGrant(Role.Viewer)]);
        var factor = server.Get<SecondFactor>();
        var key = (await factor.BeginAsync(Name))!;
        var codes = (await factor.ConfirmAsync(Name, Totp.Code(key, Totp.StepAt(server.Clock.GetUtcNow()))))!;
        var stored = await server.Database.ReadAsync(async db =>
            string.Join(
                '\n',
                [(await FactorQueries.FindAsync(db, Name))!.Sealed, .. await db.ListAsync<string>("select hash from recovery_codes")]
            )
        );
        Assert.DoesNotContain(Base32.Write(key), stored, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain(Convert.ToBase64String(key), stored, StringComparison.Ordinal);
        Assert.All(
            codes,
            code => Assert.DoesNotContain(code.Replace("-", "", StringComparison.Ordinal), stored, StringComparison.OrdinalIgnoreCase)
        );
    }

    [Fact]
    public async Task A_recovery_code_has_128_random_bits_at_least_and_one_of_before_still_opens()
    {
        Assert.All(
            RecoveryCodes.New(),
            code =>
            {
                Assert.Matches("^([a-z2-7]{4}-){6}[a-z2-7]{4}$", code);
                Assert.True(5 * code.Count(char.IsAsciiLetterOrDigit) >= 128, code);
            }
        );
        await using var server = await RunningServer.StartAsync();
        await TestAccounts.AddAsync(server, Name, [new AccessGrant(Role.Viewer)]);
        var factor = server.Get<SecondFactor>();
        var key = (await factor.BeginAsync(Name))!;
        Assert.NotNull(await factor.ConfirmAsync(Name, Totp.Code(key, Totp.StepAt(server.Clock.GetUtcNow()))));
        var (former, present) = ("abcd-efgh-ijkl-mnop", RecoveryCodes.New()[0]);
        await server.Database.WriteAsync(async write =>
        {
            await FactorQueries.WriteCodesAsync(write, Name, [former, present]);
            return true;
        });
        Assert.Equal("recovery code", await factor.CheckAsync(Name, former));
        Assert.Equal(
            "recovery code",
            await factor.CheckAsync(Name, present.ToUpperInvariant().Replace("-", " - ", StringComparison.Ordinal))
        );
    }

    private static Task<HttpResponseMessage> PasswordAsync(Person person, string password) =>
        person.SubmitAsync("/sign-in", "sign-in", ("Input.Name", Name), ("Input.Password", password));

    private static async Task<HttpStatusCode> CodeAsync(Person person, string code)
    {
        using var answer = await person.SubmitAsync("/sign-in/second", "second", ("Input.Code", code));
        return answer.StatusCode;
    }
}
