using IwTune.Agent.Linux.SystemBus;

namespace IwTune.Agent.Linux.Ownership.Networkd;

/// <summary>The calls to systemd-networkd (org.freedesktop.network1(5)).</summary>
internal static class NetworkdCalls
{
    public const string Name = "org.freedesktop.network1";

    private const string Root = "/org/freedesktop/network1";
    private const string Manager = Name + ".Manager";

    /// <summary>It answers in milliseconds; a slow answer must not delay a repair.</summary>
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(2);

    /// <summary>The inode of its network namespace.</summary>
    public static BusCall NamespaceId => BusCall.Property(Name, Root, Manager, "NamespaceId") with { Limit = Limit };

    /// <summary>Index, name and object of every link.</summary>
    public static BusCall Links => new(Name, Root, Manager, "ListLinks") { Limit = Limit };

    /// <summary>Everything it knows of a link, as JSON; since systemd 249.</summary>
    public static BusCall Describe(int interfaceIndex) =>
        new(Name, Root, Manager, "DescribeLink", BusValue.Of(interfaceIndex)) { Limit = Limit };

    /// <summary>Reads its files again, and reconfigures every link whose files changed.</summary>
    public static BusCall Reload => new(Name, Root, Manager, "Reload");
}
