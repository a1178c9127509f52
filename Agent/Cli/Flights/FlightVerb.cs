using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Engine.Captures;

namespace IwTune.Agent.Cli.Flights;

/// <summary>The first flights of a packet capture.</summary>
internal static class FlightVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Measure, "flight", "Read the first flight of each TCP connection from a packet capture")
        {
            Details = """
                Reads pcap and pcapng files of tcpdump, dumpcap and Wireshark; 128 bytes of each packet are enough. Shows for each
                connection the first flight of the side that sent more data, in bytes and in full segments, and what limited it.
                A flight shows the initial window only when that window limited it; when the data or the receiver's window did, the value
                is a lower bound (≥). In a capture at the sender a flight ends with its first acknowledgement, elsewhere with a pause of
                half a round trip. The capture must contain the handshake. Nothing is sent, and nothing is changed.
                """,
            Examples =
            [
                ("iwtune flight web.pcap --port 443", "initial windows of these servers"),
                ("iwtune flight web.pcapng --host 192.0.2.1 --most 10", "the ten connections of a host with most data"),
                ("iwtune flight web.pcap --port 443 --by-receiver", "first windows that clients announce"),
                ("iwtune flight - --json", "a capture from standard input, as in 'tcpdump -w - | …', for a program"),
            ],
        };
        FlightOptions.AddTo(verb);
        verb.SetAction(parsed => Run(context, parsed));
        return verb;
    }

    private static int Run(CliContext context, ParseResult parsed)
    {
        var (analysis, remark) = CaptureFile.Read(
            context,
            parsed.GetValue(FlightOptions.File)!,
            FlightOptions.Filter(parsed),
            InterfaceChoice.Of(parsed.GetValue(FlightOptions.Interface))
        );
        var flights = CapturedFlight.AllOf(analysis);
        var summary = FlightSummary.Of(analysis, flights, remark);
        var receivers = parsed.GetValue(FlightOptions.ByReceiver) ? ShownReceivers.AllOf(flights) : null;
        var most = parsed.GetValue(FlightOptions.MostRows) ?? (parsed.WantsJson() ? int.MaxValue : FlightOptions.UsualRows);
        if (parsed.WantsJson())
        {
            var shown = new ShownFlights(
                receivers is null ? [.. flights.Take(most).Select(ShownFlight.Of)] : [],
                [.. (receivers ?? []).Take(most)],
                summary
            );
            context.Terminal.Out.WriteJson(shown, ToolsJson.Shown.ShownFlights);
            return ExitCode.Fine;
        }
        if (receivers is null)
            FlightTable.Write(context.Terminal, flights, most);
        else
            ReceiverTable.Write(context.Terminal, receivers, most);
        FlightPage.Write(context.Terminal, summary);
        return ExitCode.Fine;
    }
}
