namespace IwTune.Benchmarks.Peers;

/// <summary>The programs of the comparison.</summary>
internal static class AllPeers
{
    private static readonly IReadOnlyList<(string Name, Func<IPeer> Make)> All =
    [
        ("iwtune", () => new IwTunePeer()),
        ("networkd", () => new NetworkdPeer()),
        ("networkmanager", () => new NetworkManagerPeer()),
        ("tuned", () => new TunedPeer()),
        ("puppet", () => new PuppetPeer()),
        ("ansible", () => new AnsiblePeer()),
        ("cfengine", () => new CfenginePeer()),
        ("zabbix", () => new ZabbixPeer()),
        ("exporter", () => new ExporterPeer()),
    ];

    /// <summary>Their names for <c>--only</c>.</summary>
    public static IReadOnlyList<string> Names { get; } = [.. All.Select(peer => peer.Name)];

    /// <summary>Makes those with these names, in the order of the table; nothing of them runs yet.</summary>
    public static IReadOnlyList<IPeer> Make(IReadOnlySet<string> names) =>
        [.. All.Where(peer => names.Contains(peer.Name)).Select(peer => peer.Make())];
}
