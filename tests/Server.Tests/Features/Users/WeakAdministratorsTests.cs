using IwTune.Server.Features.Identity.SecondFactors;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Features.Users;

/// <summary>Whom a password alone lets in.</summary>
public sealed class WeakAdministratorsTests
{
    private const string Warning = "without a second factor";

    [Fact]
    public async Task An_administrator_without_a_second_factor_is_named_until_there_is_one()
    {
        await using var server = await RunningServer.StartAsync();
        await TestAccounts.AddAsync(server, "ada", [new AccessGrant(Role.Admin)]);
        await TestAccounts.AddAsync(server, "ben", [new AccessGrant(Role.Viewer)]);
        using var auditor = await Person.SignedInAsync(server, "eve", new AccessGrant(Role.Auditor));
        using var api = await server.ApiAsync();

        var notice = (await auditor.OpenAsync("/users")).QuerySelector(".notice")!.TextContent;
        Assert.Contains($"1 administrator {Warning}", notice, StringComparison.Ordinal);
        Assert.Contains("ada", notice, StringComparison.Ordinal);
        Assert.DoesNotContain("ben", notice, StringComparison.Ordinal);
        Assert.False(await HasAsync(api, "ada"));

        var key = (await server.Get<SecondFactor>().BeginAsync("ada"))!;
        Assert.False(await HasAsync(api, "ada"));
        Assert.NotNull(await server.Get<SecondFactor>().ConfirmAsync("ada", Totp.Code(key, Totp.StepAt(server.Clock.GetUtcNow()))));

        Assert.True(await HasAsync(api, "ada"));
        Assert.DoesNotContain(Warning, (await auditor.OpenAsync("/users")).Body!.TextContent, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Where_the_second_factor_is_required_there_is_no_warning()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { SecondFactorRoles = [Role.Admin] });
        await TestAccounts.AddAsync(server, "ada", [new AccessGrant(Role.Admin)]);
        using var auditor = await Person.SignedInAsync(server, "eve", new AccessGrant(Role.Auditor));

        Assert.DoesNotContain(Warning, (await auditor.OpenAsync("/users")).Body!.TextContent, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_account_that_is_locked_is_no_way_in()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await TestAccounts.AddAsync(server, "ada", [new AccessGrant(Role.Admin)]);
        await server.Database.WriteAsync(write => write.ExecuteAsync("update users set locked_at = 1 where name = 'ada'"));
        using var auditor = await Person.SignedInAsync(server, "eve", new AccessGrant(Role.Auditor));

        Assert.DoesNotContain(Warning, (await auditor.OpenAsync("/users")).Body!.TextContent, StringComparison.Ordinal);
        Assert.False(await HasAsync(api, "ada"));
    }

    private static async Task<bool?> HasAsync(HttpClient api, string name) =>
        (await api.GetAsync(FleetPaths.Users, AccessJson.Default.IReadOnlyListUserSummary)).Single(user => user.Name == name).SecondFactor;
}
