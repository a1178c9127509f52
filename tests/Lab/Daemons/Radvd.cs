namespace IwTune.Lab;

/// <summary>A real router advertisement daemon, radvd, on one link of a namespace.</summary>
public sealed class Radvd : IDisposable
{
    private const int HangUp = 1;

    private readonly string folder = Directory.CreateTempSubdirectory("iwt-radvd-").FullName;
    private readonly LabProcess process;

    private Radvd(NetNamespace space, string link, string prefix, TimeSpan lifetime)
    {
        space.Sysctl("net.ipv6.conf.all.forwarding", "1"); // else radvd announces nothing
        Configure(link, prefix, lifetime);
        process = space.Start(
            "radvd",
            "--nodaemon",
            "--logmethod",
            "stderr",
            "--config",
            Configuration,
            "--pidfile",
            Path.Combine(folder, "pid")
        );
    }

    /// <summary>Its output.</summary>
    public string Output => process.Output;

    /// <summary>Starts it. It advertises every three to four seconds, and on request.</summary>
    /// <param name="space">The router.</param>
    /// <param name="link">Its link.</param>
    /// <param name="prefix">A /64 for autoconfiguration, <c>fd60::</c>.</param>
    /// <param name="lifetime">How long hosts may use this router after an advertisement; zero withdraws it.</param>
    public static Radvd Start(NetNamespace space, string link, string prefix, TimeSpan lifetime) => new(space, link, prefix, lifetime);

    /// <summary>Advertises other values from now on.</summary>
    public void Change(string link, string prefix, TimeSpan lifetime)
    {
        Configure(link, prefix, lifetime);
        Native.Signal(process.Id, HangUp);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        process.Dispose();
        Directory.Delete(folder, recursive: true);
    }

    private string Configuration => Path.Combine(folder, "radvd.conf");

    private void Configure(string link, string prefix, TimeSpan lifetime) =>
        File.WriteAllText(
            Configuration,
            $$"""
            interface {{link}} {
              AdvSendAdvert on;
              MinRtrAdvInterval 3;
              MaxRtrAdvInterval 4;
              AdvDefaultLifetime {{(int)lifetime.TotalSeconds}};
              prefix {{prefix}}/64 { AdvOnLink on; AdvAutonomous on; };
            };

            """
        );
}
