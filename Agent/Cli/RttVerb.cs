using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using System.Net;
using System.Text.Json;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli;

/// <summary>The round-trip time to a service.</summary>
internal static class RttVerb
{
    private const int DefaultPort = 443;

    private static readonly Argument<DnsEndPoint> Host = ServiceArgument.Create();

    private static readonly Option<int> Count = new("--count")
    {
        HelpName = "N",
        Description = "Connections, 1 to 100 [default: 5]",
        CustomParser = ReadCount,
        DefaultValueFactory = _ => 5,
    };

    // At most five connections a second: this measures a path and must not load the service at its end.
    private static readonly Option<TimeSpan?> Interval = DurationOption.Create(
        "--interval",
        "From one connection to the next, at least 200ms [default: 200ms]",
        "1s",
        TimeSpan.FromMilliseconds(200),
        TimeSpan.FromMinutes(1)
    );

    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Measure, "rtt", "The round-trip time to a TCP service, by connecting to it")
        {
            Details = """
                Opens TCP connections one after another and closes them at once: the time from SYN to SYN-ACK by the kernel's clock,
                as its least, median and 90th percentile. No data is sent and no privilege is needed. ICMP is not used: many paths
                treat it differently, and what counts for a window is how long TCP takes. Port 443 when none is named.
                """,
            Examples =
            [
                ("iwtune rtt www.example.org", "how far is it?"),
                ("iwtune rtt 192.0.2.1:22 --count 20 --interval 1s", "over twenty seconds"),
            ],
        };
        verb.Add(Host);
        verb.Add(Count);
        verb.Add(Interval);
        verb.Add(JsonOption.Option);
        verb.SetAction((parsed, ct) => RunAsync(context, parsed, ct));
        return verb;
    }

    private static async Task<int> RunAsync(CliContext context, ParseResult parsed, CancellationToken ct)
    {
        if (context.Host().RoundTrips is not { } roundTrips)
            throw new HostUnsupportedException("Round-trip times cannot be measured on this system.");
        var (host, terminal) = (parsed.GetValue(Host)!, context.Terminal);
        var (address, problem) = await RemoteAddress.ResolveAsync(host, DefaultPort, ct);
        if (address is null)
            return Fail(terminal, problem);
        using var progress = new ProgressLine(terminal);
        progress.Show($"Connecting to {address} …");
        var times = await roundTrips.MeasureAsync(
            address,
            parsed.GetValue(Count),
            parsed.GetValue(Interval) ?? TimeSpan.FromMilliseconds(200),
            ct
        );
        progress.Dispose();
        if (times.Microseconds.Count == 0)
            return Fail(
                terminal,
                times.Problem.Length > 0
                    ? $"{address} was not reached: {times.Problem}. Is the port open? Name another: HOST:PORT."
                    : $"{address}: every connection lost its first packet. Try again."
            );
        var measured = MeasuredRtt.Of(host.Host, times);
        if (parsed.WantsJson())
            await terminal.Out.WriteLineAsync(JsonSerializer.Serialize(measured, OutputJson.Default.MeasuredRtt));
        else
            Write(terminal, measured);
        return ExitCode.Fine;
    }

    private static void Write(Terminal terminal, MeasuredRtt measured)
    {
        var at = new IPEndPoint(IPAddress.Parse(measured.Address), measured.Port);
        terminal.Say($"{(measured.Host == measured.Address ? at : $"{measured.Host} ({at})")}: {Text(measured.MedianMs)} ms", hanging: 0);
        Columns.Write(
            terminal.Out,
            [
                ("min", $"{Text(measured.MinMs)} ms"),
                ("median", $"{Text(measured.MedianMs)} ms"),
                ("p90", $"{Text(measured.P90Ms)} ms"),
                (
                    "connections",
                    measured.Lost == 0
                        ? $"{measured.SamplesMs.Count}"
                        : $"{measured.SamplesMs.Count} of {measured.SamplesMs.Count + measured.Lost}; the others failed or lost a packet"
                ),
            ]
        );
    }

    private static string Text(double milliseconds) => milliseconds.ToString("0.0##", CultureInfo.InvariantCulture);

    private static int Fail(Terminal terminal, string text)
    {
        terminal.Error.WriteLine(text);
        return ExitCode.Unreachable;
    }

    private static int ReadCount(ArgumentResult result)
    {
        var text = result.Tokens.Count == 1 ? result.Tokens[0].Value : "";
        if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number is >= 1 and <= 100)
            return number;
        result.AddError($"--count '{text}': write a number of connections from 1 to 100.");
        return 1;
    }
}
