using System.Net;
using System.Security.Cryptography;
using System.Text;
using IwTune.Agent.Engine;
using IwTune.Agent.Simulated;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Engine;

public sealed class StateHashTests
{
    private static readonly (string Id, Window Window)[] Routes =
    [
        ("ipv4 main default dev eth0 metric 100", new(16, 20)),
        ("ipv4 main default dev eth0", Window.Unset),
        ("ipv4 main default dev eth0", new(null, 20)),
        ("ipv4 main 10.0.0.0/8 " + string.Concat(Enumerable.Repeat("nexthop via 192.0.2.1 dev eth0 ", 40)), new(16, 20)),
        ("template ‘Größe’", new(10, null)),
    ];

    /// <summary>A server keeps the hash of each host: with another one after an upgrade, every host would report its state again.</summary>
    [Fact]
    public async Task It_is_half_of_the_SHA_256_of_a_sorted_line_for_each_target()
    {
        var lines = Routes.Select(route => $"{route.Id} {route.Window}\n").Order(StringComparer.Ordinal);
        var whole = SHA256.HashData(Encoding.UTF8.GetBytes(string.Concat(lines)));
        Assert.Equal(Convert.ToHexString(whole.AsSpan(0, 16)), await OfAsync(Routes));
    }

    [Fact]
    public async Task The_order_of_the_targets_does_not_count_and_each_window_does()
    {
        var hash = await OfAsync(Routes);
        Assert.Equal(hash, await OfAsync([.. Routes.Reverse()]));
        Assert.NotEqual(hash, await OfAsync([.. Routes[..^1], (Routes[^1].Id, new(11, null))]));
    }

    private static async Task<string> OfAsync((string Id, Window Window)[] routes)
    {
        var tuner = new SimulatedTuner(new TestClock());
        tuner.Add(new SimulatedRoute { Destination = IPNetwork.Parse("0.0.0.0/0"), Interface = "eth0" });
        var snapshot = await tuner.ReadAsync(default);
        return StateHash.Of(
            snapshot with
            {
                Targets = [.. routes.Select(route => snapshot.Targets[0] with { Id = route.Id, Current = route.Window })],
            }
        );
    }
}
