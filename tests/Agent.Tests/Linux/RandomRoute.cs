using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux;

/// <summary>A route of any kind that <c>ip</c> can write, and whose links the zoo has.</summary>
/// <param name="Family"><c>-4</c> or <c>-6</c>.</param>
/// <param name="Words">What follows <c>ip route add</c>.</param>
internal sealed record RandomRoute(string Family, string Words)
{
    private const string OtherTable = "1000";

    /// <summary>Three to eight routes. Some may conflict; the kernel refuses those.</summary>
    public static List<RandomRoute> Some(Random random) =>
        [.. Enumerable.Range(0, random.Next(3, 9)).Select(_ => random.Next(2) == 0 ? Four(random) : Six(random))];

    /// <summary>Removes every route that these could have made, and adds them; those that the kernel refuses are left out.</summary>
    public static void Replace(NetNamespace space, IReadOnlyList<RandomRoute> routes)
    {
        foreach (var (family, network) in ((string, string)[])[("-4", "172.16.0.0/12"), ("-6", "fd10::/16")])
        {
            string[] flush = [$"route flush root {network}", "route flush exact default", $"route flush table {OtherTable}"];
            space.TryIpBatch(
                [family, "-force"],
                flush.Concat(routes.Where(route => route.Family == family).Select(route => $"route add {route.Words}"))
            );
        }
    }

    private static RandomRoute Four(Random random) =>
        new(
            "-4",
            string.Join(
                ' ',
                Any(
                    random,
                    "default",
                    $"172.{random.Next(16, 32)}.0.0/16",
                    $"172.16.{random.Next(256)}.0/24",
                    $"172.16.0.{random.Next(256)}/32"
                ),
                Maybe(random, "tos 0x10"),
                Maybe(random, $"metric {random.Next(1, 3000)}"),
                Maybe(random, $"table {OtherTable}"),
                Any(random, "", "proto static", "proto dhcp", "proto bgp", "proto 77"),
                Maybe(random, "src 10.98.0.1"),
                Maybe(random, $"realms {random.Next(1, 99)}/{random.Next(1, 99)}"),
                Metrics(random),
                Any(
                    random,
                    "via 10.99.0.2",
                    "via 10.98.0.2",
                    "via 192.0.2.1 dev v0 onlink",
                    "via inet6 fd99::2 dev v0",
                    "dev v1 scope link",
                    "nexthop via 10.99.0.2 weight 3 nexthop via 10.98.0.2",
                    "nexthop via 192.0.2.1 dev v1 onlink nexthop dev v0"
                )
            )
        );

    private static RandomRoute Six(Random random) =>
        new(
            "-6",
            string.Join(
                ' ',
                Any(random, "default", $"fd10:{random.Next(1, 9999)}::/32", $"fd10::{random.Next(1, 9999)}/128"),
                Maybe(random, "from fd99::/64"),
                Maybe(random, $"metric {random.Next(1, 3000)}"),
                Maybe(random, $"table {OtherTable}"),
                Any(random, "", "proto static", "proto ra", "proto bgp"),
                Maybe(random, "pref high"),
                Maybe(random, "expires 900"),
                Metrics(random),
                Any(random, "via fd99::2", "via fd98::2", "via fd97::1 dev v0 onlink", "dev v1", "nexthop via fd99::2 nexthop via fd98::2")
            )
        );

    private static string Metrics(Random random) =>
        string.Join(
            ' ',
            Maybe(random, $"initcwnd {random.Next(1, 1024)}"),
            Maybe(random, $"initrwnd {random.Next(1, 1024)}"),
            Maybe(random, $"mtu lock {random.Next(1280, 1501)}"),
            Maybe(random, $"advmss {random.Next(500, 1400)}"),
            Maybe(random, $"rto_min {random.Next(1, 200)}ms"),
            Maybe(random, "congctl reno"),
            Maybe(random, "quickack 1"),
            Maybe(random, "hoplimit 9")
        );

    private static string Any(Random random, params string[] of) => of[random.Next(of.Length)];

    private static string Maybe(Random random, string words) => random.Next(3) == 0 ? words : "";
}
