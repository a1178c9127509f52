using System.Net;
using IwTune.Server.Features.Identity.SecondFactors;
using IwTune.Server.Features.Users;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Server.Tests.Features.Identity;

/// <summary>A password that the server made signs in once, to be replaced.</summary>
public sealed class InitialPasswordTests
{
    private const string Name = "ada",
        NewPassword = "/sign-in/new-password?back=%2Fhosts",
        Own = "seven grey geese over fields";

    [Fact]
    public async Task It_opens_nothing_until_its_person_has_chosen_another_one()
    {
        await using var server = await RunningServer.StartAsync();
        var initial = (await AddUser.RunAsync(server.Database, server.Clock, "test", Name, [new(Role.Viewer)]))!;
        using var person = Person.Stranger(server);
        Assert.Equal(NewPassword, await SignInAsync(person, initial));
        Assert.Equal(HttpStatusCode.Redirect, (await person.GetAsync("/hosts")).StatusCode);
        await (await person.GetAsync(FleetPaths.WhoAmI)).ProblemAsync(HttpStatusCode.Unauthorized);

        using var same = await person.SubmitAsync(NewPassword, "new-password", ("Input.Wanted", initial));
        Assert.Contains(
            "It is the current password.",
            (await Person.ReadAsync(same)).QuerySelector(".field-problem")!.TextContent,
            StringComparison.Ordinal
        );
        Assert.Equal("/hosts", await ChooseAsync(person));
        Assert.Equal(HttpStatusCode.OK, (await person.GetAsync("/hosts")).StatusCode);

        using var later = Person.Stranger(server);
        Assert.Null(await SignInAsync(later, initial));
        Assert.Equal("/hosts", await SignInAsync(later, Own));
        using var api = await server.ApiAsync();
        Assert.Single(
            (await api.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage)).Entries,
            entry => entry.Text == "User ada replaced the initial password."
        );
    }

    [Fact]
    public async Task One_that_was_not_used_for_seven_days_expires_and_a_reset_makes_another()
    {
        await using var server = await RunningServer.StartAsync();
        var initial = (await AddUser.RunAsync(server.Database, server.Clock, "test", Name, [new(Role.Viewer)]))!;
        server.Clock.Jump(TimeSpan.FromDays(7));
        using var person = Person.Stranger(server);
        using var answer = await person.SubmitAsync("/sign-in", "sign-in", ("Input.Name", Name), ("Input.Password", initial));
        Assert.Contains(
            "has expired",
            (await Person.ReadAsync(answer)).QuerySelector("[role=alert]")!.TextContent,
            StringComparison.Ordinal
        );

        var reset = await ResetPassword.RunAsync(UserChange.OfCommandLine(server.Database, server.Clock, "test"), Name, "expired");
        Assert.Equal(NewPassword, await SignInAsync(person, reset.Password!));
        Assert.Equal("/hosts", await ChooseAsync(person));
    }

    [Fact]
    public async Task After_a_reset_the_second_factor_is_asked_first_and_the_password_alone_chooses_none()
    {
        await using var server = await RunningServer.StartAsync();
        await TestAccounts.AddAsync(server, Name, [new(Role.Viewer)]);
        var factor = server.Get<SecondFactor>();
        var key = (await factor.BeginAsync(Name))!;
        var codes = (await factor.ConfirmAsync(Name, Totp.Code(key, Totp.StepAt(server.Clock.GetUtcNow()))))!;
        var reset = await ResetPassword.RunAsync(UserChange.OfCommandLine(server.Database, server.Clock, "test"), Name, "lost");
        using var person = Person.Stranger(server);
        Assert.StartsWith("/sign-in/second", await SignInAsync(person, reset.Password!), StringComparison.Ordinal);
        using var early = await person.GetAsync(NewPassword);
        Assert.Equal("/sign-in", early.Headers.Location!.OriginalString);
        using var proved = await person.SubmitAsync("/sign-in/second?back=%2Fhosts", "second", ("Input.Code", codes[0]));
        Assert.Equal(NewPassword, proved.Headers.Location!.OriginalString);
        Assert.Equal("/hosts", await ChooseAsync(person));
    }

    [Fact]
    public async Task A_page_for_a_new_password_that_was_left_open_is_worth_nothing_after_another_reset()
    {
        await using var server = await RunningServer.StartAsync();
        var initial = (await AddUser.RunAsync(server.Database, server.Clock, "test", Name, [new(Role.Viewer)]))!;
        using var person = Person.Stranger(server);
        await SignInAsync(person, initial);
        var page = await person.OpenAsync(NewPassword);
        await ResetPassword.RunAsync(UserChange.OfCommandLine(server.Database, server.Clock, "test"), Name, "seen by others");
        using var late = await person.SendAsync(page, NewPassword, "new-password", ("Input.Wanted", Own));
        Assert.Equal("/sign-in", late.Headers.Location!.OriginalString);
        Assert.Equal(HttpStatusCode.Redirect, (await person.GetAsync("/hosts")).StatusCode);
    }

    /// <returns>Where the browser goes next; <see langword="null"/> when it stays.</returns>
    private static async Task<string?> SignInAsync(Person person, string password)
    {
        using var answer = await person.SubmitAsync(
            "/sign-in?back=%2Fhosts",
            "sign-in",
            ("Input.Name", Name),
            ("Input.Password", password)
        );
        return answer.Headers.Location?.OriginalString;
    }

    private static async Task<string?> ChooseAsync(Person person)
    {
        using var answer = await person.SubmitAsync(NewPassword, "new-password", ("Input.Wanted", Own));
        return answer.Headers.Location?.OriginalString;
    }
}
