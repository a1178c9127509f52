using System.Net;
using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Features.Audit.Sinks;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Server.Tests.Features.Audit;

public sealed class WebhookTests
{
    [Fact]
    public async Task An_address_gets_each_entry_once_in_order_and_again_only_what_it_did_not_take()
    {
        await using var place = await Place.StartAsync();
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var http = new HttpClient();
        var delivery = new SinkDelivery(
            new WebhookSink(new Uri($"{place.Url}?secret=1"), http),
            server.Database,
            server.Get<AuditKey>(),
            server.Clock
        );
        Assert.DoesNotContain("secret", delivery.Name, StringComparison.Ordinal);
        await api.PublishAsync(Api.Iw3);
        Assert.Null(await delivery.RunAsync(CancellationToken.None));
        Assert.Null(await delivery.RunAsync(CancellationToken.None));
        Assert.Single(place.Kept);

        await api.PublishAsync(Api.Iw10);
        place.Answer = HttpStatusCode.InsufficientStorage;
        Assert.Contains("answered 507", await delivery.RunAsync(CancellationToken.None), StringComparison.Ordinal);
        place.Answer = HttpStatusCode.NoContent;
        var later = new SinkDelivery(
            new WebhookSink(new Uri($"{place.Url}?secret=1"), http),
            server.Database,
            server.Get<AuditKey>(),
            server.Clock
        );
        Assert.Null(await later.RunAsync(CancellationToken.None));

        using var lines = new StringReader(string.Concat(place.Kept));
        var result = await AuditTrailCheck.RunAsync(lines, server.Get<AuditKey>().Public.KeyId);
        Assert.True(result.Intact, result.Text);
        Assert.Equal(3, result.Entries);
    }

    [Theory]
    [InlineData("http://audit.example/x", false)]
    [InlineData("ftp://127.0.0.1/x", false)]
    [InlineData("audit", false)]
    [InlineData("https://audit.example/x", true)]
    [InlineData("http://127.0.0.1:9/x", true)]
    public void A_log_travels_in_the_clear_only_within_the_machine(string address, bool valid) =>
        Assert.Equal(
            valid,
            new IwTune.Server.Hosting.ServerOptions { Data = "/x", AuditWebhooks = [address] }
                .Validate()
                .Count == 0
        );
}
