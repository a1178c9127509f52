using System.CommandLine;
using System.Globalization;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Predicting;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Trials;

namespace IwTune.Agent.Cli.Laboratory;

/// <summary>The options of a laboratory trial.</summary>
internal static class LabOptions
{
    private const int MostWindow = 200,
        MostNumbers = 12;

    private static readonly Option<long?> Size = AmountOption.OfBytes("--size", "Size of the response [required]", "48kB", 1, 16_000_000);

    private static readonly Option<TimeSpan?> Rtt = DurationOption.Create(
        "--rtt",
        "Round-trip time of the idle path [default: 50ms]",
        "90ms",
        TimeSpan.FromMilliseconds(1),
        TimeSpan.FromSeconds(5)
    );

    private static readonly Option<long?> Rate = AmountOption.OfRate(
        "--rate",
        "Rate of the narrow link on the way to the client [default: it never queues]",
        "10Mbit",
        8_000,
        10_000_000_000
    );

    private static readonly Option<int?> Buffer = OneOption.Number(
        "--buffer",
        "PACKETS",
        "Buffer of the narrow link, packets [default: a deep buffer]",
        0,
        10_000
    );

    private static readonly Option<int[]?> Windows = Numbers(
        "--iw",
        "Initial windows to compare, segments [default: 3,10,20]",
        "3,10,20",
        MostWindow
    );

    private static readonly Option<int[]?> Loss = Numbers(
        "--loss",
        "Packets with data that each connection loses, counted from 1",
        "5,8",
        10_000
    );

    private static readonly Option<TimeSpan?> Jitter = DurationOption.Create(
        "--jitter",
        "A packet to the client takes up to this much longer [default: none]",
        "5ms",
        TimeSpan.Zero,
        TimeSpan.FromSeconds(1)
    );

    private static readonly Option<int?> Connections = OneOption.Number(
        "--connections",
        "N",
        "Concurrent connections [default: 1]",
        1,
        100
    );

    private static readonly Option<int?> Runs = OneOption.Number("--runs", "N", "Runs of each window [default: 5]", 1, 1000);

    private static readonly Option<int?> Mss = OneOption.Number("--mss", "BYTES", "Payload of a full segment [default: 1448]", 536, 1448);

    private static readonly Option<string> Control = new("--cc")
    {
        HelpName = "NAME",
        Description = "The sender's congestion control: cubic, reno, bbr … [default: cubic]",
    };

    private static readonly Option<ulong?> Seed = new("--seed")
    {
        HelpName = "N",
        Description = "Seed for the order of runs and for jitter [default: 1]",
    };

    /// <summary>Only checks whether windows work here.</summary>
    public static Option<bool> SelfTest { get; } =
        new("--self-test")
        {
            Description = "Only test this kernel: count the bytes of first flights with known windows; exit 2 when one differs",
        };

    /// <summary>Where the drawing goes.</summary>
    public static Option<string> Plot { get; } =
        new("--plot") { HelpName = "FILE.svg", Description = "Draw the arrived bytes over time, measured or predicted" };

    /// <summary>Where the capture goes.</summary>
    public static Option<string> Capture { get; } =
        new("--capture")
        {
            HelpName = "FILE.json",
            Description = "Write every segment of a typical run of each window; up to four windows",
        };

    /// <summary>Where the packets go.</summary>
    public static Option<string> Pcap { get; } =
        new("--pcap")
        {
            HelpName = "FILE.pcapng",
            Description = "Write the packets of all runs as both ends of the path saw them, for iwtune flight and Wireshark",
        };

    /// <summary>Where the page goes that replays the arrivals.</summary>
    public static Option<string> Replay { get; } =
        new("--replay")
        {
            HelpName = "FILE.html",
            Description = "Write a page that replays a typical run of each window side by side; up to four windows",
        };

    /// <summary>Page views a day.</summary>
    public static Option<long?> Views => PredictOptions.Views;

    public static IReadOnlyList<Option> All =>
        [
            Size,
            Rtt,
            Rate,
            Buffer,
            Windows,
            Loss,
            Jitter,
            Connections,
            Runs,
            Mss,
            Control,
            Seed,
            Plot,
            Capture,
            Replay,
            Pcap,
            Views,
            SelfTest,
        ];

    /// <exception cref="UsageException">All combinations that do not fit together.</exception>
    public static Trial Read(ParseResult parsed)
    {
        var problems = new List<string>();
        var size = parsed.GetValue(Size);
        if (size is null)
            problems.Add("--size is missing: how large is the response, as in --size 48kB?");
        if (parsed.GetValue(Buffer) is not null && parsed.GetValue(Rate) is null)
            problems.Add("--buffer needs --rate: without a narrow link nothing waits.");
        var windows = new SortedSet<int>(parsed.GetValue(Windows) is { Length: > 0 } chosen ? chosen : [3, 10, 20]);
        if (windows.Count < 2 && parsed.GetValue(Replay) is not null)
            problems.Add("--replay shows windows side by side: name two or more, as in --iw 3,10.");
        if (windows.Count < 2 && parsed.GetValue(Views) is not null)
            problems.Add("--views counts the time saved between two or more windows, as in --iw 3,10.");
        if (parsed.WantsJson() && parsed.GetValue(Views) is not null && parsed.GetValue(Replay) is null)
            problems.Add("--views has no place in JSON: leave out --json, or add --replay.");
        if (problems.Count > 0)
            throw new UsageException(string.Join('\n', problems));
        var trial = TrialOf(parsed, (int)size!.Value, [.. windows]);
        // Only packets with new data are counted, so a response has no others.
        foreach (var number in trial.Lost)
        {
            if (number > trial.Segments)
                throw new UsageException(
                    $"--loss {number}: the response has {Counted.Of(trial.Segments, "packet")}. Name one of them. Nothing was done."
                );
        }
        return trial;
    }

    private static Trial TrialOf(ParseResult parsed, int size, IReadOnlyList<int> windows) =>
        new()
        {
            SizeBytes = size,
            Rtt = parsed.GetValue(Rtt) ?? TimeSpan.FromMilliseconds(50),
            RateBitsPerSecond = parsed.GetValue(Rate),
            QueuePackets = parsed.GetValue(Buffer),
            Windows = windows,
            Lost = parsed.GetValue(Loss) ?? [],
            Jitter = parsed.GetValue(Jitter) ?? TimeSpan.Zero,
            Connections = parsed.GetValue(Connections) ?? 1,
            Runs = parsed.GetValue(Runs) ?? 5,
            Mss = parsed.GetValue(Mss) ?? 1448,
            CongestionControl = parsed.GetValue(Control) ?? "cubic",
            Seed = parsed.GetValue(Seed) ?? 1,
        };

    private static Option<int[]?> Numbers(string name, string description, string example, int most) =>
        new(name)
        {
            HelpName = "N,N…",
            Description = description,
            CustomParser = result =>
            {
                var text = result.Tokens.Count == 1 ? result.Tokens[0].Value : "";
                var numbers = Array.ConvertAll(
                    text.Split(','),
                    word => int.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : 0
                );
                if (numbers.Length <= MostNumbers && Array.TrueForAll(numbers, number => number >= 1 && number <= most))
                    return numbers;
                result.AddError(
                    $"{name} '{text}': write up to {MostNumbers} whole numbers from 1 to {most} with commas between, as in {example}."
                );
                return null;
            },
        };
}
