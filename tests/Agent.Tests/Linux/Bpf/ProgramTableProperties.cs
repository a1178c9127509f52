using System.Net;
using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Linux.Bpf;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux.Bpf;

/// <summary>
/// Over any routes: the longest prefix of the table gives a connection the window of the longest route to its peer, and none where that
/// route has none.
/// </summary>
public sealed class ProgramTableProperties
{
    private static readonly Gen<IPNetwork> Network4 =
        from length in Gen.Elements(0, 8, 9, 16, 23, 24, 30, 32)
        from third in Gen.Choose(0, 3)
        from last in Gen.Choose(0, 255)
        select Masked(new IPAddress([10, 1, (byte)third, (byte)last]), length);

    private static readonly Gen<IPNetwork> Network6 =
        from length in Gen.Elements(0, 16, 48, 64, 96, 127, 128)
        from last in Gen.Choose(0, 255)
        select Masked(IPAddress.Parse($"fd77::{last:x}"), length);

    private static readonly Gen<(IPNetwork Destination, int? Given)[]> Host = Gen.ArrayOf(
            from network in Gen.Frequency((3, Network4), (2, Network6))
            from given in Gen.OneOf(Gen.Constant<int?>(null), Gen.Choose(1, 1023).Select(segments => (int?)segments))
            select (network, given)
        )
        .Resize(12);

    private static readonly Gen<IPAddress> Peer = Gen.Frequency((3, Network4), (2, Network6)).Select(network => network.BaseAddress);

    [Fact]
    public void The_table_gives_what_the_longest_route_was_given() =>
        Prop.ForAll(
                (from host in Host from peer in Peer select (host, peer)).ToArbitrary(),
                drawn =>
                {
                    var routes = drawn.host.DistinctBy(route => route.Destination).ToList();
                    var given = routes
                        .Where(route => route.Given is not null)
                        .ToDictionary(route => $"{route.Destination}", route => new Window(route.Given, null), StringComparer.Ordinal);
                    var table = ProgramTable.Of(given, [.. routes.Select(route => Target(route.Destination))]);
                    var serving = routes
                        .Where(route => route.Destination.Contains(drawn.peer))
                        .Select(route => ((IPNetwork, int?)?)(route.Destination, route.Given))
                        .MaxBy(route => route!.Value.Item1.PrefixLength);
                    return LongestMatch(table, drawn.peer)?.InitCwnd == serving?.Item2;
                }
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void A_prefix_survives_its_key() =>
        Prop.ForAll(
                Gen.OneOf(Network4, Network6).ToArbitrary(),
                network =>
                {
                    Span<byte> key = stackalloc byte[Prefix.KeyLength];
                    Prefix.Of(network).WriteKey(key);
                    return Prefix.ReadKey(key) == Prefix.Of(network);
                }
            )
            .QuickCheckThrowOnFailure();

    /// <summary>Looks up like the kernel's trie.</summary>
    private static Window? LongestMatch(Dictionary<Prefix, Window> table, IPAddress peer)
    {
        var whole = Prefix.Of(new IPNetwork(peer, peer.AddressFamily == System.Net.Sockets.AddressFamily.InterNetwork ? 32 : 128));
        for (var length = whole.Length; length >= 0; length--)
        {
            if (table.TryGetValue(whole.Within(length), out var window))
                return window;
        }
        return null;
    }

    private static IPNetwork Masked(IPAddress address, int length)
    {
        var bytes = address.GetAddressBytes();
        for (var bit = length; bit < bytes.Length * 8; bit++)
            bytes[bit / 8] &= (byte)~(0x80 >> (bit % 8));
        return new IPNetwork(new IPAddress(bytes), length);
    }

    private static Target Target(IPNetwork destination) =>
        new()
        {
            Id = $"{destination}",
            Destination = destination,
            Owner = "static",
            Strategy = new Strategy(StrategyKind.Bpf, "any"),
            Current = Window.Unset,
            Raw = ReadOnlyMemory<byte>.Empty,
        };
}
