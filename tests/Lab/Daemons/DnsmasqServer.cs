namespace IwTune.Lab;

/// <summary>The configuration of a <see cref="DnsmasqServer"/>.</summary>
/// <param name="Link">The link it serves.</param>
/// <param name="First">First address of the pool; the link has an address of the same /24.</param>
/// <param name="Last">Last address of the pool.</param>
/// <param name="Router">The default gateway it announces; it may change later.</param>
public sealed record DhcpScope(string Link, string First, string Last, string Router)
{
    /// <summary>The duration of a lease; dnsmasq accepts nothing shorter than two minutes.</summary>
    public TimeSpan Lease { get; init; } = TimeSpan.FromMinutes(2);

    /// <summary>An IPv6 /64 of the link, <c>fd60::</c>: router advertisements with it, and DHCPv6.</summary>
    public string? Prefix { get; init; }
}

/// <summary>A real DHCP server, dnsmasq, in a namespace.</summary>
public sealed class DnsmasqServer : IDisposable
{
    private const int HangUp = 1;

    private readonly string folder = Directory.CreateTempSubdirectory("iwt-dnsmasq-").FullName;
    private readonly LabProcess process;

    private DnsmasqServer(NetNamespace space, DhcpScope scope)
    {
        File.WriteAllText(Options, "");
        Write(scope.Router);
        process = space.Start("dnsmasq", Arguments(scope), environment: null);
    }

    /// <summary>Its output: every message of the protocol.</summary>
    public string Output => process.Output;

    /// <summary>The number of leases that it has granted or renewed.</summary>
    public int Granted => Output.Split('\n').Count(line => line.Contains(" DHCPACK(", StringComparison.Ordinal));

    /// <summary>Starts it and waits until it serves.</summary>
    public static async Task<DnsmasqServer> StartAsync(NetNamespace space, DhcpScope scope)
    {
        var server = new DnsmasqServer(space, scope);
        try
        {
            await server.process.WaitForLineAsync("DHCP, IP range");
            return server;
        }
        catch
        {
            server.Dispose();
            throw;
        }
    }

    /// <summary>Announces another default gateway from the next grant on.</summary>
    public async Task ChangeRouterAsync(string router)
    {
        Write(router);
        var reads = Reads();
        Native.Signal(process.Id, HangUp);
        await Until.TrueAsync(() => Reads() > reads, () => $"dnsmasq did not read its options again.\n{Output}");
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        process.Dispose();
        Directory.Delete(folder, recursive: true);
    }

    private string Options => Path.Combine(folder, "options");

    private int Reads() => Output.Split('\n').Count(line => line.Contains(Options, StringComparison.Ordinal));

    /// <summary>Written in place: the daemon runs as a user without rights in this directory, and watches the file name.</summary>
    private void Write(string router) => File.WriteAllText(Options, $"option:router,{router}\n");

    private string[] Arguments(DhcpScope scope) =>
        [
            "--keep-in-foreground",
            "--conf-file=/dev/null",
            "--no-resolv",
            "--no-hosts",
            "--port=0",
            "--user=root",
            "--pid-file=",
            $"--interface={scope.Link}",
            "--except-interface=lo",
            "--bind-interfaces",
            "--dhcp-authoritative",
            "--log-dhcp",
            "--log-facility=-",
            $"--dhcp-range={scope.First},{scope.Last},255.255.255.0,{(int)scope.Lease.TotalSeconds}",
            $"--dhcp-optsfile={Options}",
            $"--dhcp-leasefile={Path.Combine(folder, "leases")}",
            .. scope.Prefix is null
                ? (string[])[]
                : [$"--dhcp-range={scope.Prefix}100,{scope.Prefix}1ff,64,{(int)scope.Lease.TotalSeconds}", "--enable-ra"],
        ];
}
