using System.Text;
using IwTune.Benchmarks.Measuring;
using IwTune.Lab;

namespace IwTune.Benchmarks.Product;

/// <summary>A namespace with as many static routes as asked, all within 10.0.0.0/8, and the policy that covers them.</summary>
internal static class RouteSpace
{
    public const string Policy = """
        policy: bench
        mode: enforce
        window: { initcwnd: 16, initrwnd: 20 }
        scopes:
          - prefix: 10.0.0.0/8

        """;

    public const string Gateway = "192.0.2.1";

    /// <summary>The link of every route.</summary>
    public const string Link = "v0";

    /// <summary>The other end of that link, in the same namespace and without an address.</summary>
    public const string FarLink = "v1";

    /// <summary>The address of <see cref="Link"/>.</summary>
    public const string Address = "192.0.2.2/24";

    public static NetNamespace Create(int routes)
    {
        var space = NetNamespace.Create("bench");
        space.Ip($"link add {Link} type veth peer name {FarLink}");
        space.Ip($"addr add {Address} dev {Link}");
        space.Ip($"link set {Link} up");
        space.Ip($"link set {FarLink} up");
        using var scratch = new Scratch();
        var batch = new StringBuilder();
        for (var i = 0; i < routes; i++)
            batch.Append($"route add {Route(i)}\n");
        Commands.Run("ip", "-n", space.Name, "-batch", scratch.Write("routes", batch.ToString()));
        return space;
    }

    /// <summary>As <c>ip route</c> takes the route of that number, without a window.</summary>
    public static string Route(int number) => $"10.{number / 256}.{number % 256}.0/24 via {Gateway} dev {Link} proto static";
}
