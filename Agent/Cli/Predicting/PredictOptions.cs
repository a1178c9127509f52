using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Model;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Cli.Predicting;

/// <summary>The options for questions to the model.</summary>
internal static class PredictOptions
{
    public static readonly Option<long[]> Sizes = Required(PathOptions.Sizes("Sizes of the response: bytes, or with kB, MB, KiB, MiB"));

    public static readonly Option<TimeSpan[]> Rtts = PathOptions.Rtts("Round-trip times of the idle path [default: 50ms]");

    public static readonly Option<int[]> Windows = ListOption.Create(
        "--iw",
        "N,N…",
        "Initial windows to compare, segments; 1..64 is a range [default: 3,10,32]",
        $"segments from {Window.Min} to {Window.Max} with commas between, as in 3,10, or a range, as in 1..64",
        ReadWindows
    );

    public static readonly Option<int?> Mss = PathOptions.Mss("Payload of a full segment [default: 1448]");

    public static readonly Option<double?> Rate = PathOptions.Rate("Rate of the narrow link; without it the path never queues");

    public static readonly Option<double?> Distance = OneOption.Create<double>(
        "--distance",
        "KM",
        "Distance in kilometres; shows the minimum delay at the speed of light",
        "kilometres, as in 15988 or 15988km; at most 1000000",
        word => Quantity.Kilometres(word) is { } distance and > 0 and <= 1e6 ? distance : null
    );

    public static readonly Option<int?> Buffer = Refused(
        OneOption.Number(
            "--buffer",
            "PACKETS",
            "With --rate: packets that can wait before the link; any further packet is lost",
            0,
            1_000_000
        ),
        of => of.GetResult(Rate) is null,
        "--buffer: packets only wait before a link that has a rate; add --rate, as in --rate 10Mbit/s."
    );

    public static readonly Option<long?> PeerWindow = OneOption
        .Create<long>(
            "--peer-window",
            "SIZE|linux|unscaled",
            "Receive window; linux: 64,240 bytes at first, then larger each round; unscaled: always 65,535 bytes",
            "a size from 1 byte, as in 64KiB, or linux, or unscaled",
            word =>
                word == "linux" ? ReceiveWindow.LinuxFirst
                : word == "unscaled" ? ReceiveWindow.Unscaled
                : Quantity.Bytes(word) is { } bytes and >= 1 and <= PathOptions.LargestSize ? bytes
                : null
        )
        .Offering("linux", "unscaled");

    public static readonly Option<string?> Growth = Word(
        "--growth",
        "How the window grows in a round [default: bytes]",
        "bytes",
        "packets"
    );

    public static readonly Option<string?> Pace = Word(
        "--pacing",
        "Spreads a flight over the round trip: bbr, or the fq queue discipline",
        "bbr",
        "fq"
    );

    public static readonly Option<long[]> Lose = ListOption.Create(
        "--loss",
        "N,N…",
        "Packets that the path loses: 1 is the first that is sent; 3..5 is a range",
        "numbers of packets from 1 to 1000000, as in 1,8 or 3..5",
        ReadPackets
    );

    public static readonly Option<bool> Fresh = new("--fresh")
    {
        Description = "Add the handshake of TCP: one round trip before the request",
    };

    public static readonly Option<string?> Tls = Word(
        "--tls",
        "Add the handshakes of TCP and TLS: one more round trip with 1.3, two with 1.2",
        "1.2",
        "1.3"
    );

    public static readonly Option<bool> Quic = new("--quic")
    {
        Description = "QUIC (HTTP/3) in place of TCP: datagrams of 1200 bytes; its handshake contains that of TLS [default windows: 10,32]",
    };

    public static readonly Option<TimeSpan?> ServerTime = DurationOption.Create(
        "--server-time",
        "Time that the server needs before its first byte",
        "20ms",
        TimeSpan.Zero,
        TimeSpan.FromHours(1)
    );

    public static readonly Option<TimeSpan?> OriginRtt = DurationOption.Create(
        "--origin-rtt",
        "With --miss: round-trip time from the cache to the origin",
        "80ms",
        TimeSpan.Zero,
        TimeSpan.FromMinutes(1)
    );

    public static readonly Option<int?> OriginWindow = Refused(
        OneOption.Number("--origin-iw", "N", "With --miss: the origin's initial window, segments [default: 10]", Window.Min, Window.Max),
        of => of.GetResult(OriginRtt) is null,
        "--origin-iw: only a cache that misses asks the origin; add --miss and --origin-rtt, as in --miss --origin-rtt 80ms."
    );

    public static readonly Option<bool> Miss = Refused(
        new Option<bool>("--miss") { Description = "A cache fetches the response from the origin first: two slow starts" },
        of => of.GetResult(OriginRtt) is null,
        "--miss: the way to the origin has a round-trip time; add --origin-rtt, as in --origin-rtt 80ms."
    );

    public static readonly Option<long?> Views = OneOption.Create<long>(
        "--views",
        "N",
        "Page views per day: shows the total time that they save",
        "a whole number from 1 to 1000000000000, as in 250000 or 2M",
        word =>
            Quantity.Bytes(word) is { } views and >= 1 and <= PathOptions.LargestSize && !word.Contains('B', StringComparison.Ordinal)
                ? views
                : null
    );

    public static readonly Option<bool> Csv = Refused(
        new Option<bool>("--csv") { Description = "Write CSV, for spreadsheets" },
        of => of.GetResult(JsonOption.Option) is { Implicit: false },
        "--json and --csv: choose one."
    );

    public static readonly Option<string?> Plot = Drawing("--plot", "Draw the arrived bytes over time as SVG, a line for each window");

    public static readonly Option<string?> HeatMap = Optional(
        Drawing("--heatmap", "Show window against size, or against round-trip time; with FILE.svg also draw it")
    );

    public static void AddTo(Verb verb)
    {
        foreach (
            var option in (Option[])
                [
                    Sizes,
                    Rtts,
                    Windows,
                    Mss,
                    Fresh,
                    Tls,
                    Quic,
                    ServerTime,
                    Distance,
                    Rate,
                    Buffer,
                    Miss,
                    OriginRtt,
                    OriginWindow,
                    PeerWindow,
                    Growth,
                    Pace,
                    Lose,
                    Views,
                    Plot,
                    HeatMap,
                    Csv,
                    JsonOption.Option,
                ]
        )
            verb.Add(option);
    }

    // On the option, not on the command: a command that is refused as a whole hides the problems of its options.
    private static Option<T> Refused<T>(Option<T> option, Func<OptionResult, bool> when, string because)
    {
        option.Validators.Add(result =>
        {
            // A switch that was not given has a result all the same.
            if (!result.Implicit && when(result))
                result.AddError(because);
        });
        return option;
    }

    private static Option<T[]> Required<T>(Option<T[]> option)
    {
        option.Required = true;
        return option;
    }

    private static Option<string?> Optional(Option<string?> option)
    {
        option.Arity = ArgumentArity.ZeroOrOne;
        return option;
    }

    private static Option<string?> Word(string name, string description, params string[] words)
    {
        var option = new Option<string?>(name)
        {
            HelpName = string.Join('|', words),
            Description = description,
            CustomParser = result =>
            {
                var text = result.Tokens.Count == 1 ? result.Tokens[0].Value : "";
                if (words.Contains(text, StringComparer.Ordinal))
                    return text;
                result.AddError($"{name} '{text}': write {string.Join(" or ", words)}.");
                return null;
            },
        };
        option.CompletionSources.Add(words);
        return option;
    }

    private static Option<string?> Drawing(string name, string description) =>
        new(name)
        {
            HelpName = "FILE",
            Description = description,
            CustomParser = result =>
            {
                var text = result.Tokens.Count == 1 ? result.Tokens[0].Value : "";
                if (text.EndsWith(".svg", StringComparison.OrdinalIgnoreCase) || result.Tokens.Count == 0)
                    return result.Tokens.Count == 0 ? null : text;
                result.AddError($"{name} '{text}': the drawing is SVG; write a file name that ends in .svg.");
                return null;
            },
        };

    private static int[]? ReadWindows(string word) =>
        Range(word, Window.Min, Window.Max) is var (first, last) ? [.. Enumerable.Range((int)first, (int)(last - first) + 1)] : null;

    private static long[]? ReadPackets(string word)
    {
        if (Range(word, 1, 1_000_000) is not var (first, last))
            return null;
        var packets = new long[last - first + 1];
        for (var i = 0; i < packets.Length; i++)
            packets[i] = first + i;
        return packets;
    }

    // 5 or 1..64
    private static (long First, long Last)? Range(string word, long least, long most)
    {
        var ends = word.Split("..");
        return
            long.TryParse(ends[0], NumberStyles.None, CultureInfo.InvariantCulture, out var first)
            && long.TryParse(ends[^1], NumberStyles.None, CultureInfo.InvariantCulture, out var last)
            && ends.Length <= 2
            && first >= least
            && last <= most
            && first <= last
            ? (first, last)
            : null;
    }
}
