using System.CommandLine;
using IwTune.Server.Hosting;

namespace IwTune.Server.Cli.Running;

/// <summary><c>--listen</c>, <c>--name</c>, <c>--certificate-store</c>: where a server is, and by which names.</summary>
internal sealed class ListenOptions
{
    private readonly Option<string> _listen = new("--listen")
    {
        Description = "Address and port to listen on",
        HelpName = "HOST:PORT",
        DefaultValueFactory = _ => "127.0.0.1:7443",
    };

    private readonly Option<string[]> _names = new("--name")
    {
        Description = "Name or address of the server for agents and browsers; may be repeated",
        HelpName = "NAME",
        DefaultValueFactory = _ => [],
    };

    private readonly Option<string?> _certificate = new("--certificate-store")
    {
        Description =
            "On Windows: thumbprint of a certificate in LocalMachine\\My that browsers are shown for its names; hosts keep using the "
            + "certificate of the server's own CA, by another name",
        HelpName = "THUMBPRINT",
    };

    public ListenOptions(Command command)
    {
        command.Options.Add(_listen);
        command.Options.Add(_names);
        command.Options.Add(_certificate);
    }

    public ServerOptions Into(ServerOptions options, ParseResult parsed) =>
        options with
        {
            Listen = parsed.GetRequiredValue(_listen),
            Names = parsed.GetRequiredValue(_names),
            CertificateStore = parsed.GetValue(_certificate),
        };
}
