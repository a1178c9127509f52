using System.Net.Http.Json;
using IwTune.Server.Features.Palette;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Features.Rollouts;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Tests.Features.Palette;

public sealed class PaletteTests
{
    [Fact]
    public async Task It_finds_everything_by_name_reason_and_ticket()
    {
        await using var server = await RunningServer.StartAsync();
        using var admin = await Person.SignedInAsync(server, "anna", new AccessGrant(Role.Admin));
        using var api = await server.ApiOfAsync("anna");
        await server.FleetAsync(api, 3);
        var rollout = await api.RollAsync(await api.StageAsync(Api.Iw10), confirm: 3);
        await GrantAsync(api, "moves to new hardware", "CHG-77");

        Assert.Contains(await FindAsync(admin, "EDG"), one => one is { Kind: "policy", Title: "edge", Address: "/policies/edge" });
        Assert.Contains(
            await FindAsync(admin, rollout.Summary.Reason),
            one => one.Kind == "rollout" && one.Address == $"/rollouts/{rollout.Summary.Id}"
        );
        Assert.Contains(
            await FindAsync(admin, "chg-77"),
            one => one is { Kind: "exception", Title: "site:fra: moves to new hardware (CHG-77)" }
        );
        Assert.Contains(await FindAsync(admin, "anna"), one => one is { Kind: "user", Address: "/users/anna" });
        Assert.Contains(await FindAsync(admin, "hold"), one => one is { Kind: "action", Address: "/holds/set" });
        Assert.Contains(await FindAsync(admin, "insi"), one => one is { Kind: "page", Address: "/insight" });
        Assert.Empty(await FindAsync(admin, "no such thing"));
    }

    [Fact]
    public async Task It_offers_no_action_and_no_user_to_those_who_may_not()
    {
        await using var server = await RunningServer.StartAsync();
        using var reader = await Person.SignedInAsync(server, Role.Viewer);
        Assert.DoesNotContain(await FindAsync(reader, "e"), one => one.Kind is "action" or "user");
        Assert.DoesNotContain(await FindAsync(reader, ""), one => one.Kind is not ("page" or "policy"));
    }

    private static async Task<IReadOnlyList<PaletteEntry>> FindAsync(Person who, string text)
    {
        using var answer = await who.GetAsync($"/palette?q={Uri.EscapeDataString(text)}");
        return (await answer.Content.ReadFromJsonAsync<List<PaletteEntry>>())!;
    }

    private static async Task GrantAsync(HttpClient api, string reason, string ticket)
    {
        using var answer = await api.PostAsJsonAsync(
            FleetPaths.Exceptions,
            new ExceptionRequest
            {
                Selector = "site:fra",
                Reason = reason,
                Ticket = ticket,
                Endless = true,
            },
            ExceptionJson.Default.ExceptionRequest
        );
        answer.EnsureSuccessStatusCode();
    }
}
