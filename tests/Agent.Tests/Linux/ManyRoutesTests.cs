using System.Globalization;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux;

/// <summary>Steps that are taken together have the same outcomes as single ones.</summary>
public sealed class ManyRoutesTests : IDisposable
{
    private const int Plain = 300;
    private static readonly Window Wanted = new(20, null);

    private readonly RouteZoo _zoo = new();

    public ManyRoutesTests() =>
        _zoo.Host.IpBatch([
            .. Enumerable
                .Range(0, Plain)
                .Select(i =>
                    string.Create(CultureInfo.InvariantCulture, $"route add 10.{1 + (i / 250)}.{i % 250}.0/24 via 10.99.0.2 mtu 1400")
                ),
        ]);

    [Fact]
    public void Every_change_has_an_answer_of_its_own()
    {
        var requests = Rewrites();
        foreach (var wrong in (int[])[5, 200])
            requests[wrong][Array.LastIndexOf(requests[wrong], (byte)99)] = 77; // 10.77.0.2, which nothing reaches
        var errors = _zoo.Host.Run(() =>
        {
            using var netlink = NetlinkSocket.Open();
            return netlink.ChangeAll("changing", requests);
        });
        Assert.Equal([5, 200], errors.Index().Where(one => one.Item is not null).Select(one => one.Index));
        Assert.Equal("Nexthop has invalid gateway", errors[5]!.Text);
        Assert.Equal(Plain - 2, _zoo.Read().Targets.Count(target => target.Current == Wanted));
    }

    [Fact]
    public void Routes_of_every_kind_get_what_each_would_get_alone_and_go_back_byte_for_byte()
    {
        _zoo.Host.Ip("route add 10.9.0.0/16 via 10.98.0.2 proto bird");
        _zoo.Host.Ip("route add 10.9.1.0/24 via 10.98.0.2 metric 7");
        _zoo.Host.Ip("route append 10.9.1.0/24 via 10.99.0.2 metric 7");
        _zoo.Host.Ip("route add 10.9.2.0/24 nexthop via 10.99.0.2 nexthop via 10.98.0.2 weight 3");
        _zoo.Host.Ip("-6 route add fd01::/64 via fd99::2 metric 50 expires 3000");
        _zoo.Host.Ip("route add default via 10.98.0.2 metric 100 proto static");
        _zoo.Manage("v1");
        var before = _zoo.Oracle();
        var observed = _zoo.Read();
        List<Step> steps = [.. observed.Targets.Where(target => target.InMainTable).Select(target => new Step.Set(target, Wanted))];

        var outcomes = Take(steps);
        var windows = Windows();
        Assert.Contains(outcomes, outcome => outcome is Outcome.Refused);
        Assert.All(outcomes.Zip(steps), taken => Assert.Equal(taken.First is Outcome.Applied, windows[taken.Second.Target.Id] == Wanted));
        Assert.Contains(_zoo.Read().Targets, target => target is { Strategy.Kind: StrategyKind.Shadow } && target.Current == Wanted);
        Assert.All(
            Take([.. steps.Select(step => new Step.Set(_zoo.Target(step.Target.Id), Wanted)).Take(5)]),
            outcome => Assert.IsType<Outcome.AlreadyThere>(outcome)
        );

        var now = _zoo.Read();
        var images = observed.Targets.ToDictionary(target => target.Id, target => RouteZoo.Image(target, observed), StringComparer.Ordinal);
        List<Step> back =
        [
            .. now
                .Targets.Where(target => target.Current == Wanted)
                .Reverse()
                .Select(target => new Step.PutBack(target with { Original = images[target.Id] }, images[target.Id])),
        ];
        Assert.All(Take(back), outcome => Assert.IsType<Outcome.Applied>(outcome));
        Assert.Equal(before, _zoo.Oracle());
    }

    [Fact]
    public void What_changed_since_it_was_planned_is_left_alone_and_does_not_keep_the_others_from_being_set()
    {
        List<Step> steps =
        [
            .. _zoo.Read()
                .Targets.Where(target => target.Destination.PrefixLength == 24 && target.Id.Contains("via", StringComparison.Ordinal))
                .Select(target => new Step.Set(target, Wanted)),
        ];
        _zoo.Host.Ip("route del 10.1.3.0/24");
        _zoo.Host.Ip("route change 10.1.7.0/24 via 10.99.0.2 mtu 1300");
        _zoo.Host.Ip("route append 10.1.9.0/24 via 10.98.0.2");

        var refused = Take(steps).Zip(steps).Where(taken => taken.First is not Outcome.Applied).ToList();
        Assert.Equal(["10.1.3.0/24", "10.1.7.0/24", "10.1.9.0/24"], refused.Select(taken => taken.Second.Target.Destination.ToString()));
        Assert.All(refused, taken => Assert.IsType<Outcome.Refused>(taken.First));
        Assert.Equal(Plain - 3, _zoo.Read().Targets.Count(target => target.Current == Wanted));
        Assert.Contains("mtu 1300", _zoo.Host.Ip("route show 10.1.7.0/24"), StringComparison.Ordinal);
    }

    public void Dispose() => _zoo.Dispose();

    /// <summary>All of them, as the journal has them taken.</summary>
    private List<Outcome> Take(List<Step> steps)
    {
        var outcomes = new List<Outcome>();
        while (outcomes.Count < steps.Count)
        {
            var rest = steps[outcomes.Count..];
            var taken = _zoo.Host.Run(() => _zoo.Tuner.ApplyAsync(rest, CancellationToken.None).AsTask().GetAwaiter().GetResult());
            Assert.InRange(taken.Count, 1, rest.Count);
            outcomes.AddRange(taken);
        }
        return outcomes;
    }

    private Dictionary<string, Window> Windows() =>
        _zoo.Read().Targets.ToDictionary(target => target.Id, target => target.Current, StringComparer.Ordinal);

    private List<byte[]> Rewrites() =>
        [
            .. _zoo.Read()
                .Targets.Select(target => RouteMessage.Read(target.Raw))
                .Where(route => route.Key is { DestinationLength: 24 } && route.Gateway is not null)
                .Select(route => route.ReplaceRequest(Wanted)),
        ];
}
