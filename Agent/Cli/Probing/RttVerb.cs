using System.CommandLine;
using System.Globalization;
using System.Net;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Cli.Output.Pages;
using IwTune.Agent.Engine.RoundTrips;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Probing;

/// <summary>The round-trip time to a service.</summary>
internal static class RttVerb
{
    private const int DefaultPort = 443;
    private const int MostCompared = 8;

    private static readonly Argument<DnsEndPoint> Host = ServiceArgument.Create();

    private static readonly Option<int?> Count = OneOption.Number("--count", "N", "Connections, 1 to 100 [default: 5]", 1, 100);

    // At most five connections a second: this measures a path and must not load the service at its end.
    private static readonly Option<TimeSpan?> Interval = DurationOption.Create(
        "--interval",
        "From one connection to the next, at least 200ms [default: 200ms]",
        "1s",
        TimeSpan.FromMilliseconds(200),
        TimeSpan.FromMinutes(1)
    );

    private static readonly Option<int[]> Compare = ListOption.Create(
        "--compare",
        "PORT,…",
        "Other ports of the host: says whether another machine, as a transparent proxy, seems to answer on one of them",
        "port numbers from 1 to 65535 with commas between, as in 80,8080; at most eight",
        word =>
            int.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out var port) && port is >= 1 and <= IPEndPoint.MaxPort
                ? (int[])[port]
                : null
    );

    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Measure, "rtt", "The round-trip time to a TCP service, by connecting to it")
        {
            Details = """
                Opens TCP connections one after another and closes them at once. Shows minimum, median and 90th percentile of the time
                from SYN to SYN-ACK by the kernel's clock. No data is sent, and no privilege is needed. ICMP is not used: many paths treat
                it differently, and for a window only the round-trip time of TCP counts. The default port is 443.
                --compare also connects to other ports, and compares their round-trip times and TCP options. A proxy or a load balancer on
                one of the ports usually differs; one that answers on all of them does not.
                """,
            Examples =
            [
                ("iwtune rtt www.example.org", "how far is it?"),
                ("iwtune rtt 192.0.2.1:22 --count 20 --interval 1s", "over twenty seconds"),
                ("iwtune rtt www.example.org --compare 80,22", "does a proxy answer on one of these ports?"),
            ],
        };
        verb.Add(Host);
        verb.Add(Count);
        verb.Add(Interval);
        verb.Add(Compare);
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
        var others = parsed.GetValue(Compare) ?? [];
        if (others.Length > MostCompared)
            throw new UsageException($"--compare: {others.Length} ports; at most {MostCompared} are compared. Name fewer.");
        var (count, interval) = (parsed.GetValue(Count) ?? 5, parsed.GetValue(Interval) ?? TimeSpan.FromMilliseconds(200));
        using var progress = new ProgressLine(terminal);
        progress.Show($"Connecting to {address} …");
        var times = await roundTrips.MeasureAsync(address, count, interval, ct);
        var compared = new List<RoundTripSamples>();
        foreach (var port in times.Microseconds.Count == 0 ? [] : others.Where(port => port != address.Port))
        {
            progress.Show($"Connecting to port {port} …");
            await Task.Delay(interval, context.Time, ct);
            compared.Add(await roundTrips.MeasureAsync(new(address.Address, port), count, interval, ct));
        }
        progress.Dispose();
        if (times.Microseconds.Count == 0)
            return Fail(
                terminal,
                times.Problem.Length > 0
                    ? $"{address} was not reached: {times.Problem}. Is the port open? Name another: HOST:PORT."
                    : $"{address}: every connection lost its first packet. Try again."
            );
        var answered = compared.FindAll(one => one.Microseconds.Count > 0);
        var measured = MeasuredRtt.Of(host.Host, times) with
        {
            Compared = [.. answered.Select(one => MeasuredRtt.Of(host.Host, one))],
            Signs = [.. answered.SelectMany(one => ProxySigns.Between(times, one))],
        };
        if (parsed.WantsJson())
            terminal.Out.WriteJson(measured, ToolsJson.Shown.MeasuredRtt);
        else
            RttPage.Write(terminal, measured, [.. compared.Except(answered)]);
        return ExitCode.Fine;
    }

    private static int Fail(Terminal terminal, string text)
    {
        terminal.Error.WriteLine(text);
        return ExitCode.Unreachable;
    }
}
