using System.CommandLine;
using IwTune.Server.Hosting;

namespace IwTune.Server.Cli;

/// <summary><c>--proxy</c>, <c>--monitor-from</c>: what only a server needs that is not alone.</summary>
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
            "Address or network that may read /metrics and the steps of /readyz without a token, beside this host; may be repeated",
        HelpName = "CIDR",
        DefaultValueFactory = _ => [],
    };

    public SharingOptions(Command command)
    {
        command.Options.Add(_proxies);
        command.Options.Add(_monitors);
    }

    public ServerOptions Into(ServerOptions options, ParseResult parsed) =>
        options with
        {
            Proxies = parsed.GetRequiredValue(_proxies),
            MonitorFrom = parsed.GetRequiredValue(_monitors),
        };
}
