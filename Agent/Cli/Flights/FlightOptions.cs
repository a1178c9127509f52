using System.CommandLine;
using System.Net;
using System.Net.Sockets;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Engine.Captures;

namespace IwTune.Agent.Cli.Flights;

/// <summary>The command line of <c>iwtune flight</c>.</summary>
internal static class FlightOptions
{
    public const int UsualRows = 50;

    public static readonly Argument<string> File = new("FILE")
    {
        HelpName = "FILE",
        Description = "The capture, pcap or pcapng; - reads standard input",
    };

    public static readonly Option<IPAddress?> Host = new("--host")
    {
        HelpName = "ADDRESS",
        Description = "Only connections of this address",
        CustomParser = result =>
        {
            var text = result.Tokens.Count == 1 ? result.Tokens[0].Value : "";
            if (IPAddress.TryParse(text, out var address) && (text.Contains(':') || text.Count(c => c == '.') == 3))
                return address;
            result.AddError($"--host '{text}': write an address, as in 192.0.2.1 or 2001:db8::1; names are not looked up.");
            return null;
        },
    };

    public static readonly Option<int?> Port = OneOption.Number("--port", "N", "Only connections with this port on one side", 1, 65_535);

    public static readonly Option<string?> Interface = new("--interface")
    {
        HelpName = "NAME",
        Description = "Only packets of this interface of a pcapng capture, by its name or its number from 0",
    };

    public static readonly Option<bool> ByReceiver = new("--by-receiver")
    {
        Description = "Show the first windows of receivers, and the systems that announce such windows, in place of connections",
    };

    public static readonly Option<int?> MostRows = OneOption.Number(
        "--most",
        "N",
        $"Rows to show, most data first [default: {UsualRows}; with --json all]",
        1,
        CaptureAnalysis.Most
    );

    public static void AddTo(Verb verb)
    {
        verb.Add(File);
        verb.Add(Host);
        verb.Add(Port);
        verb.Add(Interface);
        verb.Add(ByReceiver);
        verb.Add(MostRows);
        verb.Add(JsonOption.Option);
    }

    public static CaptureFilter Filter(ParseResult parsed) =>
        new(
            parsed.GetValue(Host) is { } host ? (CaptureEndpoint.BitsOf(host), host.AddressFamily == AddressFamily.InterNetworkV6) : null,
            parsed.GetValue(Port)
        );
}
