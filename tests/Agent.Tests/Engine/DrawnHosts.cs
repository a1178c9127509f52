using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Ports;
using IwTune.Agent.Simulated;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine;

/// <summary>Routes of a host and what it is required to have, drawn at random, for properties.</summary>
internal static class DrawnHosts
{
    private static readonly string[] Destinations =
    [
        "0.0.0.0/0",
        "::/0",
        "10.0.0.0/8",
        "10.1.0.0/16",
        "10.1.2.0/24",
        "192.0.2.0/24",
        "fd00::/64",
    ];
    private static readonly string[] Scopes =
    [
        "default",
        "prefix:10.0.0.0/8",
        "prefix:10.1.0.0/16",
        "prefix:fd00::/8",
        "interface:eth0",
        "interface:eth1",
    ];

    /// <param name="segments">A window; <see langword="null"/> for none.</param>
    public static Gen<SimulatedRoute[]> Routes(Gen<int?> segments) =>
        Gen.ArrayOf(Route(segments)).Resize(12).Select(routes => routes.DistinctBy(route => route.Id).ToArray());

    /// <param name="segments">A window; <see langword="null"/> for none.</param>
    /// <param name="max">The highest limit.</param>
    /// <param name="further">Scopes beside those that some of the routes are in.</param>
    public static Gen<BundleContent> Content(Gen<int?> segments, int max, params string[] further) =>
        from scopes in Gen.SubListOf([.. Scopes, .. further])
        from windows in Gen.ArrayOf(segments.Two(), scopes.Count)
        from most in Gen.OneOf(Gen.Constant<int?>(null), Gen.Choose(1, max).Select(number => (int?)number))
        from step in Gen.OneOf(Gen.Constant<int?>(null), Gen.Choose(2, 4).Select(number => (int?)number))
        select new BundleContent
        {
            Policy = "any",
            Limits = new Limits(most, step),
            Windows = [.. scopes.Zip(windows, (scope, window) => new BundleWindow(scope, window.Item1 ?? 1, window.Item2))],
        };

    private static Gen<SimulatedRoute> Route(Gen<int?> segments) =>
        from destination in Gen.Elements(Destinations)
        from iface in Gen.Elements("eth0", "eth1", "eth2")
        from metric in Gen.Choose(1, 3)
        from cwnd in segments
        from rwnd in segments
        from strategy in Gen.Frequency((4, Gen.Constant(StrategyKind.InPlace)), (1, Gen.Constant(StrategyKind.ReportOnly)))
        from table in Gen.Frequency((5, Gen.Constant("main")), (1, Gen.Constant("100")))
        select Bench.Route(destination, iface, "192.0.2.1", "static") with
        {
            Metric = metric,
            Window = new Window(cwnd, rwnd),
            Strategy = strategy,
            Table = table,
        };
}
