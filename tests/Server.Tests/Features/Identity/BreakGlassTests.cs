using System.Net;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.BreakGlass;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Server.Tests.Features.Identity;

public sealed class BreakGlassTests
{
    [Fact]
    public async Task Only_marked_accounts_get_in_and_another_administrator_has_to_acknowledge_each_use()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { LocalSignIn = LocalSignIn.BreakGlass });
        var glass = await TestAccounts.AddAsync(server, "glass", [new AccessGrant(Role.Admin)]);
        var plain = await TestAccounts.AddAsync(server, "ada", [new AccessGrant(Role.Admin)]);
        Assert.True(await MarkBreakGlass.RunAsync(server.Database, server.Clock, "test", "glass", on: true));
        using var ada = Person.Stranger(server);
        using var refused = await ada.SubmitAsync("/sign-in", "sign-in", ("Input.Name", "ada"), ("Input.Password", plain));
        Assert.Equal(HttpStatusCode.OK, refused.StatusCode);

        using var person = Person.Stranger(server);
        using var welcome = await person.SubmitAsync("/sign-in", "sign-in", ("Input.Name", "glass"), ("Input.Password", glass));
        Assert.Equal(HttpStatusCode.Redirect, welcome.StatusCode);
        var page = await person.OpenAsync("/about");
        Assert.Contains("Break-glass account glass signed in", page.Body!.TextContent, StringComparison.Ordinal);
        Assert.Null(page.QuerySelector("form[action='/break-glass/acknowledge']"));

        using var own = await server.ApiOfAsync("glass");
        using var other = await server.ApiAsync();
        var use = Assert.Single(await other.GetAsync(SignInPaths.BreakGlass, SignInJson.Default.IReadOnlyListBreakGlassSummary));
        Assert.NotNull(await BreakGlassUse.AcknowledgeAsync(server.Database, server.Clock, "user:glass", "user:glass", use.Id));
        using var done = await other.PostAsync($"{SignInPaths.BreakGlass}/{use.Id}/acknowledge", null);
        Assert.Equal(HttpStatusCode.NoContent, done.StatusCode);
        Assert.DoesNotContain("Break-glass", (await person.OpenAsync("/about")).Body!.TextContent, StringComparison.Ordinal);
        var actions = (await other.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage)).Entries.Select(entry => entry.Action).ToList();
        Assert.Contains("break-glass.use", actions);
        Assert.Contains("break-glass.acknowledge", actions);
    }
}
