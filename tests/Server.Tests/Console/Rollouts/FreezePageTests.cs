using System.Net;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Console.Rollouts;

public sealed class FreezePageTests
{
    [Fact]
    public async Task A_freeze_is_set_shown_where_rollouts_are_and_ended()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server, Role.Operator);

        using (var wrong = await person.SubmitAsync("/rollouts/freezes", "freeze", ("Input.Until", "")))
            Assert.NotEmpty((await Person.ReadAsync(wrong)).QuerySelectorAll(".problems li"));
        var until = server.Clock.GetUtcNow().AddDays(2).ToString("yyyy-MM-ddTHH:mm", System.Globalization.CultureInfo.InvariantCulture);
        using (var set = await person.SubmitAsync("/rollouts/freezes", "freeze", ("Input.Until", until), ("Input.Reason", "Black Friday")))
            Assert.Equal("/rollouts/freezes", set.Headers.Location?.ToString());
        Assert.Contains(
            "Black Friday",
            (await person.OpenAsync("/rollouts")).QuerySelector(".notice-warn")!.TextContent,
            StringComparison.Ordinal
        );

        var end = (await person.OpenAsync("/rollouts/freezes")).QuerySelector("a[href$='/end']")!.GetAttribute("href")!;
        using (var unsaid = await person.SubmitAsync(end, "thaw"))
            Assert.Contains(
                "a short reason is required",
                (await Person.ReadAsync(unsaid)).QuerySelector("#reason-problem")!.TextContent,
                StringComparison.OrdinalIgnoreCase
            );
        using (var ended = await person.SubmitAsync(end, "thaw", ("Reason", "stock is sold out")))
            Assert.Equal(HttpStatusCode.Redirect, ended.StatusCode);
        Assert.Null((await person.OpenAsync("/rollouts")).QuerySelector(".notice-warn"));
    }
}
