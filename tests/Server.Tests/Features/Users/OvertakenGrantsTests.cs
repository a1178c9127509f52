using IwTune.Server.Console;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Users;
using IwTune.Server.Features.Users.Pages;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;
using Microsoft.AspNetCore.DataProtection;
using Microsoft.AspNetCore.Http;

namespace IwTune.Server.Tests.Features.Users;

/// <summary>Two administrators change the roles of one account at the same time.</summary>
public sealed class OvertakenGrantsTests
{
    [Fact]
    public async Task A_role_that_is_added_on_the_page_does_not_return_one_that_another_administrator_took_away()
    {
        await using var server = await RunningServer.StartAsync();
        await TestAccounts.AddAsync(server, "ben", [new(Role.Viewer), new(Role.Operator)]);
        var acting = new UserActing(server.Database, server.Clock, new Flash(server.Get<IDataProtectionProvider>()));
        var ben = new UserSummary
        {
            Name = "ben",
            Grants = [new(Role.Viewer), new(Role.Operator)],
            Created = server.Clock.GetUtcNow(),
            Tokens = 0,
        };
        var input = new UserInput
        {
            Action = "add",
            Role = "auditor",
            Reason = "audit of the year",
        };
        var admin = new Caller("anna", "user:anna", "user:anna", Rights.Of(new AccessGrant(Role.Admin)), "test") { User = "anna" };
        var refused = await Overtaking.RunAsync(
            server.Database,
            () =>
                SetGrants.RunAsync(
                    UserChange.OfCommandLine(server.Database, server.Clock, "test"),
                    "ben",
                    [new(Role.Viewer)],
                    "another team"
                ),
            () => acting.ChangeAsync(ben, input, new DefaultHttpContext { User = admin.Principal() })
        );
        Assert.Contains("changed at the same time", refused, StringComparison.Ordinal);
        var now = await server.Database.ReadAsync(db => UserQueries.FindAsync(db, "ben"));
        Assert.Equal([new AccessGrant(Role.Viewer)], now!.Rights.Grants);
    }
}
