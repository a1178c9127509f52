using System.Net;
using AngleSharp.Html.Dom;
using IwTune.Lab;
using IwTune.Server.Tests.Console;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Tests.Features.Webhooks;

/// <summary>The page of a webhook permits what the API permits.</summary>
public sealed class WebhookPageTests(WebhookFixture fleet) : IClassFixture<WebhookFixture>
{
    [Fact]
    public async Task An_auditor_reads_deliveries_and_neither_replaces_the_secret_nor_sends_again()
    {
        await using var receiver = await Receiver.StartAsync();
        var made = await fleet.AddAsync(receiver.Address, kinds: WebhookKinds.Host);
        await fleet.Server.EnrolAsync("told-1");
        await Until.TrueAsync(async () => (await fleet.DeliveriesAsync(made.Webhook.Id, "delivered")).Count == 1, () => "a delivery");
        using var auditor = await Person.SignedInAsync(fleet.Server, Role.Auditor);
        var address = $"/webhooks/{made.Webhook.Id}";
        var main = (await auditor.OpenAsync(address)).QuerySelector("main")!;
        Assert.Contains("host.enrol", main.TextContent, StringComparison.Ordinal);
        Assert.Empty(main.QuerySelectorAll("form"));

        var own = (await auditor.OpenAsync("/access")).QuerySelector("input[name=__RequestVerificationToken]");
        foreach (var form in (string[])["act", "again"])
        {
            using var sent = await auditor.PostAsync(
                address,
                new Dictionary<string, string>(StringComparer.Ordinal)
                {
                    ["_handler"] = form,
                    ["Act"] = "rotate",
                    ["__RequestVerificationToken"] = ((IHtmlInputElement)own!).Value,
                }
            );
            Assert.NotEqual(HttpStatusCode.Redirect, sent.StatusCode);
        }
        Assert.Null((await fleet.FindAsync(made.Webhook.Id)).FormerSecretUntil);
        await fleet.RemoveAsync(made);
    }
}
