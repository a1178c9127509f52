using System.Net;
using System.Text;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Simulated;

/// <summary>One route of a simulated host.</summary>
public sealed record SimulatedRoute
{
    /// <summary>The prefix; 0.0.0.0/0 or ::/0 for a default route.</summary>
    public required IPNetwork Destination { get; init; }

    public string? Gateway { get; init; }

    public required string Interface { get; init; }

    public string Protocol { get; init; } = "static";

    public int? Metric { get; init; }

    /// <summary>
    /// Everything else that <c>ip route</c> would print, and that a step must leave as it is: <c>mtu 1400 advmss 1360</c>.
    /// </summary>
    public string Rest { get; init; } = "";

    public string Table { get; init; } = "main";

    public Window Window { get; init; } = Window.Unset;

    /// <summary>Who changed it last, other than a tuner.</summary>
    public Attribution? ChangedBy { get; init; }

    public StrategyKind Strategy { get; init; } = StrategyKind.InPlace;

    /// <summary>The window of a shadow of ours before it; <see langword="null"/> when there is none.</summary>
    public Window? Shadow { get; init; }

    /// <summary>As the real tuner names a target.</summary>
    public string Id =>
        Join(
            Destination.BaseAddress.AddressFamily == System.Net.Sockets.AddressFamily.InterNetworkV6 ? "ipv6" : "ipv4",
            Table,
            To,
            Gateway is null ? "" : $"via {Gateway}",
            $"dev {Interface}",
            Metric is null ? "" : $"metric {Metric}"
        );

    /// <summary>One line of <c>ip route</c>.</summary>
    public override string ToString() =>
        Join(
            To,
            Gateway is null ? "" : $"via {Gateway}",
            $"dev {Interface}",
            Table == "main" ? "" : $"table {Table}",
            $"proto {Protocol}",
            Metric is null ? "" : $"metric {Metric}",
            Rest,
            Window.IsUnset ? "" : Window.ToString()
        );

    internal Target ToTarget() =>
        new()
        {
            Id = Id,
            Destination = Destination,
            Interface = Interface,
            Owner = Protocol,
            Strategy = new Strategy(
                Strategy,
                Strategy == StrategyKind.ReportOnly
                    ? $"{Protocol} owns this route and would set it back."
                    : "No other program manages this route."
            ),
            Current = Shadow ?? Window,
            OwnersWindow = Shadow is null ? null : Window,
            ChangedBy = ChangedBy,
            Table = Table,
            Raw = Encoding.UTF8.GetBytes(ToString()),
        };

    private string To => Destination.PrefixLength == 0 ? "default" : Destination.ToString();

    private static string Join(params string[] words) => string.Join(' ', words.Where(word => word.Length > 0));
}
