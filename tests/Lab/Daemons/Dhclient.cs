namespace IwTune.Lab;

/// <summary>A real isc-dhclient with its own script, on one link of a namespace; it cannot reach the machine's resolv.conf.</summary>
public sealed class Dhclient : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("iwt-dhclient-").FullName;
    private readonly LabProcess process;

    private Dhclient(NetNamespace space, string link, TimeSpan renewEvery)
    {
        // A server's two minutes are long for a test: the client may set its own renewal time (dhclient.conf(5), supersede).
        File.WriteAllText(
            Kept("conf"),
            $"""
            timeout 30;
            request subnet-mask, broadcast-address, routers;
            supersede dhcp-renewal-time {(int)renewEvery.TotalSeconds};

            """
        );
        File.WriteAllText(Kept("resolv.conf"), "");
        process = PrivateMounts.Start(
            space,
            [new(Kept("resolv.conf"), "/etc/resolv.conf")],
            "dhclient",
            ["-4", "-d", "-cf", Kept("conf"), "-lf", Kept("leases"), "-pf", Kept("pid"), link]
        );
    }

    /// <summary>Its output.</summary>
    public string Output => process.Output;

    /// <summary>The number of times it was bound to a lease, renewals included.</summary>
    public int Bound => Output.Split('\n').Count(line => line.StartsWith("bound to ", StringComparison.Ordinal));

    /// <summary>Starts it and waits for its first lease; the script has made the routes by then.</summary>
    public static async Task<Dhclient> StartAsync(NetNamespace space, string link, TimeSpan renewEvery)
    {
        space.Ip($"link set {link} up");
        var client = new Dhclient(space, link, renewEvery);
        try
        {
            await client.process.WaitForLineAsync("bound to ");
            return client;
        }
        catch
        {
            client.Dispose();
            throw;
        }
    }

    /// <summary>Waits for the next renewal.</summary>
    public async Task RenewedAsync()
    {
        var before = Bound;
        await Until.TrueAsync(() => Bound > before, () => $"dhclient did not renew.\n{Output}");
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        process.Dispose();
        Directory.Delete(folder, recursive: true);
    }

    private string Kept(string name) => Path.Combine(folder, name);
}
