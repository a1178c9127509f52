using System.Globalization;
using IwTune.Agent.Control;
using IwTune.Agent.Engine.Passive;
using IwTune.Swarm.Running;

namespace IwTune.Swarm.Commands;

/// <summary>The command line of the program.</summary>
/// <param name="Swarm">The options of the swarm.</param>
/// <param name="For">Its lifetime; <see langword="null"/> until it is stopped.</param>
/// <param name="Orders">The scheduled orders.</param>
/// <param name="Verbose">True to print every warning of every agent.</param>
internal sealed record Arguments(SwarmOptions Swarm, TimeSpan? For, IReadOnlyList<(TimeSpan At, string Order)> Orders, bool Verbose)
{
    public const string Usage = """
        usage: iwtune-swarm --server URL --token T [--token T …] --ca-pin PIN [options]

          --hosts N        hosts that are drawn (2000): Linux, Windows Server and Windows clients
          --windows P,P…   emulated Windows beside them: 2012r2, 2016, 2019, 2022, 2025, win10, win11
          --seed N         of hosts, paths and connections (1)
          --buffer N       packets that wait at every narrow link at most; otherwise drawn, median 40
          --clean          no path loses packets at random: what is lost is what queues cannot hold
          --rate N         connections a second that a Linux host serves (0.5)
          --report-every SPAN  how often hosts report their connections (5m)
          --for SPAN       how long it lives; otherwise until Ctrl+C
          --api-token T    for the order `label`
          --at "SPAN ORDER"  an order at a time; also line by line on the standard input
          --verbose        every warning of every agent

        Orders: leave N · restore N · reboot N · drift N · clock N SPAN · label N key=value,… · drop-reports SPAN · away SPAN · quit
        restore brings back earlier state directories: their check-in counters go back. Spans: 500ms, 30s, 5m, 2h; clock also -2h.
        """;

    /// <summary>Reads it.</summary>
    /// <returns>The arguments, or the error.</returns>
    public static (Arguments? Arguments, string Problem) Read(IReadOnlyList<string> words)
    {
        var given = new Dictionary<string, List<string>>(StringComparer.Ordinal);
        for (var at = 0; at < words.Count; at++)
        {
            if (words[at] is "--verbose" or "--clean")
                given[words[at]] = [];
            else if (!Known.Contains(words[at], StringComparer.Ordinal) || at + 1 == words.Count)
                return (null, $"{words[at]} is no option, or lacks its value.");
            else if (given.TryGetValue(words[at], out var more))
                more.Add(words[++at]);
            else
                given[words[at]] = [words[++at]];
        }
        string? One(string option) => given.TryGetValue(option, out var values) ? values[^1] : null;
        if (
            !Uri.TryCreate(One("--server"), UriKind.Absolute, out var server)
            || !given.TryGetValue("--token", out var tokens)
            || !CaPin.TryParse(One("--ca-pin") ?? "", out var pin)
        )
            return (null, "--server, --token and --ca-pin are needed, as 'iwtune-server token create' prints them.");
        var problem = "";
        var swarm = new SwarmOptions
        {
            Server = server,
            Tokens = tokens,
            Pin = pin,
        };
        if (Number("--hosts", 0, 100_000) is { } hosts)
            swarm = swarm with { Hosts = (int)hosts };
        if (Number("--seed", 0, long.MaxValue) is { } seed)
            swarm = swarm with { Seed = (ulong)seed };
        if (Number("--buffer", 1, 100_000) is { } buffer)
            swarm = swarm with { Buffer = (int)buffer };
        if (Number("--rate", 0, 1000) is { } rate)
            swarm = swarm with { Rate = rate };
        if (Span("--report-every") is { } every)
            swarm = swarm with
            {
                Pace = new ReportPace(every, TimeSpan.FromTicks(Math.Min(every.Ticks, ReportPace.Usual.AtMostEvery.Ticks))),
            };
        swarm = swarm with
        {
            ApiToken = One("--api-token") ?? "",
            Windows = One("--windows")?.Split(',') ?? [],
            RandomLoss = !given.ContainsKey("--clean"),
        };
        var orders = new List<(TimeSpan, string)>();
        foreach (var order in given.GetValueOrDefault("--at") ?? [])
        {
            if (order.Split(' ', 2) is [var at, var what] && SpanOf(at) is { } span)
                orders.Add((span, what));
            else
                problem = $"--at \"{order}\" is not \"SPAN ORDER\".";
        }
        var live = Span("--for");
        return problem.Length > 0 ? (null, problem) : (new Arguments(swarm, live, orders, given.ContainsKey("--verbose")), "");

        double? Number(string option, double least, double most)
        {
            if (One(option) is not { } text)
                return null;
            if (
                double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number)
                && number >= least
                && number <= most
            )
                return number;
            problem = $"{option} {text} is no number from {least} to {most}.";
            return null;
        }

        TimeSpan? Span(string option)
        {
            if (One(option) is not { } text)
                return null;
            if (SpanOf(text) is { } span)
                return span;
            problem = $"{option} {text} is no span, such as 30s or 5m.";
            return null;
        }
    }

    /// <summary>Reads 500ms, 30s, 5m, 2h.</summary>
    public static TimeSpan? SpanOf(string text)
    {
        var (unit, length) = text switch
        {
            _ when text.EndsWith("ms", StringComparison.Ordinal) => (0.001, 2),
            _ when text.EndsWith('s') => (1.0, 1),
            _ when text.EndsWith('m') => (60.0, 1),
            _ when text.EndsWith('h') => (3600.0, 1),
            _ => (0.0, 0),
        };
        return
            length > 0
            && double.TryParse(text.AsSpan(0, text.Length - length), NumberStyles.Float, CultureInfo.InvariantCulture, out var number)
            ? TimeSpan.FromSeconds(number * unit)
            : null;
    }

    private static readonly string[] Known =
    [
        "--server",
        "--token",
        "--ca-pin",
        "--hosts",
        "--windows",
        "--seed",
        "--buffer",
        "--rate",
        "--report-every",
        "--for",
        "--api-token",
        "--at",
    ];
}
