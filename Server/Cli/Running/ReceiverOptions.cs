using System.CommandLine;
using System.CommandLine.Parsing;
using System.Net;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Features.Webhooks.Delivery;
using IwTune.Server.Hosting;

namespace IwTune.Server.Cli.Running;

/// <summary>The options that say what the server reports about itself, and to which receivers.</summary>
internal sealed class ReceiverOptions
{
    private readonly Option<IPNetwork[]> _networks = new("--webhook-network")
    {
        Description =
            "A network of your own that webhooks may reach, such as 10.0.0.0/8; 127.0.0.0/8 allows this machine, also by http. Without "
            + "it only public addresses; may be repeated",
        HelpName = "CIDR",
        DefaultValueFactory = _ => [],
        CustomParser = ReadNetworks,
    };

    private readonly Option<WebhookDestination[]> _destinations = new("--webhook-destination")
    {
        Description =
            "The only hosts that webhooks may be sent to, such as hooks.slack.com, *.example.org or hook.example.org:8443; the port is 443 "
            + "unless it is named. Without it any host; may be repeated",
        HelpName = "HOST[:PORT]",
        DefaultValueFactory = _ => [],
        CustomParser = ReadDestinations,
    };

    private readonly Option<string[]> _syslog = new("--syslog")
    {
        Description =
            "Send the audit log as RFC 5424 messages with a CEF body: udp://HOST:514, tcp://HOST:514 or tls://HOST:6514; may be repeated",
        HelpName = "ADDRESS",
        DefaultValueFactory = _ => [],
    };
    private readonly Option<string> _syslogCa = new("--syslog-ca")
    {
        Description = "Trust a tls:// collector by these certificates alone (PEM) instead of the system's",
        HelpName = "FILE",
        DefaultValueFactory = _ => "",
    };
    private readonly Option<string> _otlp = new("--otlp")
    {
        Description = "Send metrics and traces by OTLP to this address; default: OTEL_EXPORTER_OTLP_ENDPOINT, if set",
        HelpName = "URL",
        DefaultValueFactory = _ => "",
    };
    private readonly Option<string> _protocol = new("--otlp-protocol")
    {
        Description = "Protocol: http/protobuf or grpc",
        HelpName = "PROTOCOL",
        DefaultValueFactory = _ => "http/protobuf",
    };
    private readonly Option<double> _share = new("--trace-share")
    {
        Description = "Trace this share of the calls without a caller's trace, 0 to 1",
        HelpName = "SHARE",
        DefaultValueFactory = _ => 0.01,
    };

    public ReceiverOptions(Command command)
    {
        _protocol.AcceptOnlyFromAmong("http/protobuf", "grpc");
        foreach (var option in (Option[])[_networks, _destinations, _syslog, _syslogCa, _otlp, _protocol, _share])
            command.Add(option);
    }

    public ServerOptions Into(ServerOptions options, ParseResult parsed) =>
        options with
        {
            WebhookNetworks = parsed.GetRequiredValue(_networks),
            WebhookDestinations = parsed.GetRequiredValue(_destinations),
            Syslog = parsed.GetRequiredValue(_syslog),
            SyslogCa = parsed.GetRequiredValue(_syslogCa),
            Otlp = parsed.GetRequiredValue(_otlp),
            OtlpGrpc = parsed.GetRequiredValue(_protocol) == "grpc",
            TraceShare = parsed.GetRequiredValue(_share),
        };

    private static IPNetwork[] ReadNetworks(ArgumentResult given) =>
        ReadAll<IPNetwork>(
            given,
            text => Networks.Problem(text) is null ? [IPNetwork.Parse(text)] : [],
            text => $"--webhook-network: {Networks.Problem(text)}"
        );

    private static WebhookDestination[] ReadDestinations(ArgumentResult given) =>
        ReadAll<WebhookDestination>(
            given,
            text => WebhookDestination.Parse(text) is { } destination ? [destination] : [],
            text =>
                $"--webhook-destination: '{text}' is not HOST, HOST:PORT or *.DOMAIN, such as hooks.slack.com, hook.example.org:8443 or "
                + "*.example.org; a scheme and a path do not belong there"
        );

    /// <summary>What can be read of the given texts, with an error for each other one.</summary>
    private static T[] ReadAll<T>(ArgumentResult given, Func<string, T[]> read, Func<string, string> wrong)
    {
        var all = new List<T>();
        foreach (var text in given.Tokens.Select(token => token.Value))
        {
            var one = read(text);
            all.AddRange(one);
            if (one.Length == 0)
                given.AddError(wrong(text));
        }
        return [.. all];
    }
}
