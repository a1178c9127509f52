using AngleSharp.Html.Dom;
using IwTune.Server.Tests.Features.Rollouts;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Console.Rollouts;

public sealed class RolloutPresetPageTests
{
    [Fact]
    public async Task A_preset_fills_the_rules_in_and_keeps_what_was_typed()
    {
        await using var server = await RunningServer.StartAsync();
        using var author = await Person.SignedInAsync(server, Role.Operator);
        var api = await server.ApiAsync();
        await server.FleetAsync(api, 3);
        var address = $"/rollouts/new?policy=edge&to={await api.StageAsync(Api.Iw10)}";
        var form = await author.OpenAsync(address);
        Assert.Equal("standard", Pressed(form));
        Assert.False(form.QuerySelector("details.rules")!.HasAttribute("open"));
        // Enter in a field presses the first button.
        Assert.Equal("check", form.QuerySelector("form.stack button")!.GetAttribute("value"));

        using var asked = await author.SendAsync(
            form,
            address,
            "rollout",
            ("Input.Reason", "CHG-7"),
            ("Input.Windows", "mon-fri 09:00-16:30"),
            ("Input.Action", "preset:cautious")
        );
        var cautious = await Person.ReadAsync(asked);
        Assert.Equal("cautious", Pressed(cautious));
        Assert.Equal("1,1%,5%,10%,25%,50%,100%", cautious.QuerySelector("#rings")!.GetAttribute("value"));
        Assert.Equal("CHG-7", cautious.QuerySelector("#reason")!.GetAttribute("value"));
        Assert.Equal("mon-fri 09:00-16:30", cautious.QuerySelector("#windows")!.TextContent.Trim());
        Assert.Null(cautious.QuerySelector(".lanes"));

        using var own = await author.SendAsync(cautious, address, "rollout", ("Input.Rings", "1,100%"), ("Input.Action", "check"));
        var changed = await Person.ReadAsync(own);
        Assert.Null(Pressed(changed));
        Assert.True(changed.QuerySelector("details.rules")!.HasAttribute("open"));

        static string? Pressed(IHtmlDocument page) =>
            page.QuerySelector(".preset[aria-pressed=true] .preset-name")?.TextContent.ToLowerInvariant();
    }
}
