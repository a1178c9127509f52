using System.Net;
using FsCheck;
using FsCheck.Fluent;
using IwTune.Server.Features.Webhooks;
using IwTune.Server.Features.Webhooks.Delivery;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Tests.Features.Webhooks;

public sealed class AllowedNetworksTests
{
    private static readonly AllowedNetworks PublicOnly = new([]),
        Site = new([IPNetwork.Parse("10.20.0.0/16")]);

    [Theory]
    [InlineData("127.0.0.1")]
    [InlineData("127.255.255.254")]
    [InlineData("0.0.0.0")]
    [InlineData("10.0.0.1")]
    [InlineData("100.64.0.1")]
    [InlineData("169.254.169.254")]
    [InlineData("172.31.255.255")]
    [InlineData("192.168.1.1")]
    [InlineData("224.0.0.1")]
    [InlineData("255.255.255.255")]
    [InlineData("::1")]
    [InlineData("::")]
    [InlineData("::ffff:10.0.0.1")]
    [InlineData("::10.0.0.1")]
    [InlineData("64:ff9b::a9fe:a9fe")]
    [InlineData("2002:a00:1::1")]
    [InlineData("fd00:ec2::254")]
    [InlineData("fe80::1")]
    [InlineData("ff02::1")]
    public void What_only_the_server_can_reach_is_refused(string address) => Assert.NotNull(PublicOnly.Refusal(IPAddress.Parse(address)));

    [Theory]
    [InlineData("1.1.1.1")]
    [InlineData("172.32.0.1")]
    [InlineData("2606:4700:4700::1111")]
    [InlineData("64:ff9b::101:101")]
    [InlineData("::ffff:1.1.1.1")]
    public void A_public_address_is_reached(string address) => Assert.Null(PublicOnly.Refusal(IPAddress.Parse(address)));

    [Fact]
    public void A_network_that_was_allowed_is_reached_and_no_other() =>
        Prop.ForAll(
                Gen.Choose(0, 65535).ToArbitrary(),
                tail =>
                    Site.Refusal(new IPAddress([10, 20, (byte)(tail >> 8), (byte)tail])) is null
                    && Site.Refusal(IPAddress.Parse($"::ffff:10.20.{tail >> 8}.{tail & 255}")) is null
                    && Site.Refusal(new IPAddress([10, 21, (byte)(tail >> 8), (byte)tail])) is not null
            )
            .QuickCheckThrowOnFailure();

    [Theory]
    [InlineData("http://example.org/")]
    [InlineData("ftp://example.org/")]
    [InlineData("https://user:password@example.org/")]
    [InlineData("https://127.0.0.1/")]
    [InlineData("https://[::1]/")]
    [InlineData("https://2130706433/")]
    [InlineData("nonsense")]
    [InlineData("")]
    public void An_address_that_must_not_be_is_refused_when_it_is_added(string address) =>
        Assert.NotEmpty(WebhookRules.AddressProblems(address, PublicOnly, new([])));

    [Fact]
    public async Task A_name_that_means_this_machine_is_refused_when_it_is_connected_to()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var made = await WebhookFixture.AddAsync(api, "https://localhost:1/hook", "", WebhookFormat.Json, WebhookKinds.Host);
        using var answer = await api.PostAsync(FleetPaths.WebhookTest(made.Webhook.Id), null);
        var trial = await answer.ReadAsync(WebhookJson.Default.WebhookTrial);
        Assert.False(trial.Taken);
        Assert.Contains("is not a public address", trial.Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("https://hooks.slack.com/services/T0/B0/secret", "https://hooks.slack.com/services/…")]
    [InlineData("https://example.org/hook", "https://example.org/hook")]
    [InlineData("https://example.org/hook?token=secret", "https://example.org/…")]
    [InlineData("https://example.org/0123456789012345678901234567890123456789", "https://example.org/…")]
    [InlineData("https://example.org", "https://example.org/")]
    public void No_more_of_an_address_is_shown_than_names_the_receiver(string address, string shown) =>
        Assert.Equal(shown, WebhookRules.ReceiverOf(new(address)));
}
