using IwTune.Lab;

namespace IwTune.Benchmarks.Product;

/// <summary>One route that carries more than a window, like routes made by people and daemons.</summary>
internal static class RouteUnderTest
{
    public const string Prefix = "10.50.0.0/16";
    public const int Wanted = 16;

    private const string Attributes = "proto static mtu 1400 advmss 1360 realm 7";

    public static string Change => $"{ChangeToNone} initcwnd {Wanted}";

    /// <summary>Removes the window, and with it every other attribute.</summary>
    public static string ChangeToNone => $"ip route change {Prefix} via {RouteSpace.Gateway}";

    /// <summary>Without quotes, so that it fits into every configuration language.</summary>
    public static string Verify => $"ip route show exact {Prefix} | grep -q initcwnd.{Wanted}";

    public static string Policy =>
        $$"""
            policy: bench
            mode: enforce
            window: { initcwnd: {{Wanted}} }
            scopes:
              - prefix: {{Prefix}}

            """;

    /// <summary>Recreates it in its original state.</summary>
    public static void Reset(NetNamespace space)
    {
        _ = Commands.TryRun("ip", "-n", space.Name, "route", "del", Prefix);
        space.Ip($"route add {Prefix} via {RouteSpace.Gateway} dev {RouteSpace.Link} {Attributes}");
    }

    /// <summary>The same by one replace, without a moment in which there is no route.</summary>
    public static void Replace(NetNamespace space) =>
        space.Ip($"route replace {Prefix} via {RouteSpace.Gateway} dev {RouteSpace.Link} {Attributes}");

    /// <summary>Recreates it with its window and every attribute.</summary>
    public static void Set(NetNamespace space)
    {
        Reset(space);
        space.Ip($"route change {Prefix} via {RouteSpace.Gateway} dev {RouteSpace.Link} {Attributes} initcwnd {Wanted}");
    }

    /// <summary>Whether it has its window.</summary>
    public static bool IsSet(NetNamespace space) =>
        space.Ip($"route show exact {Prefix}").Contains($"initcwnd {Wanted}", StringComparison.Ordinal);

    /// <summary>Whether a text speaks of an initial window, by the kernel's name or systemd's.</summary>
    public static bool Named(string text) =>
        text.Contains("initcwnd", StringComparison.OrdinalIgnoreCase)
        || text.Contains("InitialCongestionWindow", StringComparison.OrdinalIgnoreCase);

    /// <summary>The attributes from <see cref="Reset"/> that it has lost.</summary>
    /// <exception cref="BenchException">The window is not set, so the tool had no effect.</exception>
    public static IReadOnlyList<string> Lost(NetNamespace space)
    {
        var now = space.Ip($"route show exact {Prefix}");
        if (!now.Contains($"initcwnd {Wanted}", StringComparison.Ordinal))
            throw new BenchException($"the window was not set: {now}");
        string[] carried = ["proto static", "mtu 1400", "advmss 1360", "realm 7"];
        return
        [
            .. carried.Where(attribute => !now.Contains(attribute, StringComparison.Ordinal)).Select(attribute => attribute.Split(' ')[0]),
        ];
    }
}
