using System.Text.Json.Nodes;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;

namespace IwTune.Agent.Tests.Linux.Netlink;

/// <summary>A captured dump decodes to the output of <c>ip -json</c>.</summary>
public sealed class GoldenDumpTests
{
    [Theory]
    [InlineData("ipv4", 19)]
    [InlineData("ipv6", 17)]
    public void Every_route_of_a_capture_reads_as_ip_says(string family, int count)
    {
        var routes = Capture.Routes(family);
        var oracle = Capture.Oracle(family);
        Assert.Equal(count, routes.Count);
        Assert.Equal(count, oracle.Count);
        foreach (var (route, said) in routes.Zip(oracle))
            Assert.Equal(Said(said), Read(route));
    }

    [Theory]
    [InlineData("ipv4")]
    [InlineData("ipv6")]
    public void A_capture_ends_with_success(string family)
    {
        var end = Capture.Messages(family)[^1];
        Assert.Equal(MessageType.Done, end.Type);
        Assert.Null(NetlinkError.Read(end));
    }

    [Fact]
    public void The_kernels_table_of_names_is_that_of_ip()
    {
        foreach (
            var (number, name) in (IEnumerable<(byte, string)>)
                [(2, "kernel"), (3, "boot"), (4, "static"), (9, "ra"), (16, "dhcp"), (186, "bgp"), (250, "250")]
        )
            Assert.Equal(name, RouteProtocol.Name(number));
    }

    /// <summary>The attributes that both know, in one order.</summary>
    private static string Read(RouteMessage route) =>
        string.Join(
            ' ',
            route.HasEncap ? "encap" : Prefix(route),
            route.Key.Table,
            RouteProtocol.Name(route.Protocol),
            route.Key.Priority,
            route.HasEncap ? "" : $"tos {route.Key.Tos}",
            route.Window,
            route.Gateway?.ToString() ?? "",
            route.OutInterface == 0 ? "" : Capture.Interfaces[route.OutInterface],
            route.NexthopId,
            route.Flags.HasFlag(RouteFlags.OnLink),
            string.Join(',', route.Nexthops.Select(hop => $"{hop.Gateway} {Capture.Interfaces[hop.Interface]} {hop.Weight}")),
            route.Key.SourceLength == 0 ? "" : route.Source,
            route.ExpiresIn == 0 ? "" : "expires"
        );

    private static string Prefix(RouteMessage route) =>
        route.Destination switch
        {
            { PrefixLength: 0 } => "default",
            { PrefixLength: 32 } host when route.Key.Family == RouteNumbers.Inet => host.BaseAddress.ToString(),
            { PrefixLength: 128 } host => host.BaseAddress.ToString(),
            var prefix => prefix.ToString(),
        };

    /// <summary>For an encapsulated route <c>ip</c> prints dst and tos twice; the tunnel's values come last.</summary>
    private static string Said(JsonObject route)
    {
        var metrics = route["metrics"]?[0];
        var (cwnd, rwnd) = ((int?)metrics?["initcwnd"], (int?)metrics?["initrwnd"]);
        var isEncap = route.ContainsKey("encap");
        var hops = route["nexthops"]?.AsArray() ?? [];
        return string.Join(
            ' ',
            isEncap ? "encap" : (string)route["dst"]!,
            (string)route["table"]! switch
            {
                "main" => "254",
                "local" => "255",
                var number => number,
            },
            (string)route["protocol"]!,
            (int?)route["metric"] ?? 0,
            isEncap ? "" : $"tos {Convert.ToInt32((string?)route["tos"] ?? "0", 16)}",
            new IwTune.Shared.Policies.Window(cwnd, rwnd),
            (string?)route["gateway"] ?? (string?)route["via"]?["host"] ?? "",
            (string?)route["dev"] ?? "",
            (int?)route["nhid"] ?? 0,
            route["flags"]!.AsArray().Any(flag => (string)flag! == "onlink"),
            string.Join(',', hops.Select(hop => $"{hop!["gateway"]} {hop["dev"]} {hop["weight"]}")),
            (string?)route["from"] ?? "",
            route.ContainsKey("expires") ? "expires" : ""
        );
    }
}
