using System.CommandLine;
using IwTune.Server.Hosting;

namespace IwTune.Server.Cli.Running;

/// <summary><c>--proxy</c>, <c>--monitor-from</c>, <c>--packages</c>: what a server needs that works with other programs.</summary>
internal sealed class SharingOptions
{
    private readonly Option<string[]> _proxies = new("--proxy")
    {
        Description = "Address or network of a trusted proxy in front of this server that names the caller; may be repeated",
        HelpName = "CIDR",
        DefaultValueFactory = _ => [],
    };

    private readonly Option<string[]> _monitors = new("--monitor-from")
    {
        Description =
            "Address or network that may read /metrics and the steps of /readyz without a token, beside loopback; may be repeated",
        HelpName = "CIDR",
        DefaultValueFactory = _ => [],
    };

    private readonly Option<string?> _packages = new("--packages")
    {
        Description =
            "Serve the signed packages in this directory (deb, rpm, msi) under /packages, without authentication, so that hosts upgrade "
            + "their agents from this server",
        HelpName = "DIR",
    };

    public SharingOptions(Command command)
    {
        command.Options.Add(_proxies);
        command.Options.Add(_monitors);
        command.Options.Add(_packages);
    }

    public ServerOptions Into(ServerOptions options, ParseResult parsed) =>
        options with
        {
            Proxies = parsed.GetRequiredValue(_proxies),
            MonitorFrom = parsed.GetRequiredValue(_monitors),
            Packages = parsed.GetValue(_packages),
        };
}
