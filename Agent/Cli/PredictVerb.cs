using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using System.Text.Json;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Model;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Cli;

/// <summary>What an initial window is worth, by the closed form of slow start.</summary>
internal static class PredictVerb
{
    private static readonly Option<long> Size = new("--size")
    {
        HelpName = "BYTES",
        Required = true,
        Description = "Size of the response, bytes; k and M are understood",
        CustomParser = ReadSize,
    };

    private static readonly Option<TimeSpan?> Rtt = DurationOption.Create(
        "--rtt", "Round-trip time of the idle path [default: 50ms]", "61ms", TimeSpan.Zero, TimeSpan.FromMinutes(1));

    private static readonly Option<int[]> Windows = new("--iw")
    {
        HelpName = "N,N…",
        Description = "Initial windows to compare, segments [default: 3,10,32]",
        CustomParser = ReadWindows,
        DefaultValueFactory = _ => [3, 10, 32],
    };

    private static readonly Option<int> Mss = new("--mss")
    {
        HelpName = "BYTES",
        Description = "Payload of a full segment, bytes [default: 1448]",
        CustomParser = result => ReadNumber(result, 1, 65_495),
        DefaultValueFactory = _ => 1448,
    };

    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Measure, "predict", "How long a response takes with different initial windows, by the model")
        {
            Details = """
                The closed form of slow start on a path without loss: from the request's first byte to the response's last one,
                on an open connection; a fresh one adds one round trip for the handshake. Asks nothing of this host.
                """,
            Examples = [("iwtune predict --size 13516 --rtt 61ms --iw 3,10", "is 10 worth it for 13.5 kB at 61 ms?")],
        };
        verb.Add(Size);
        verb.Add(Rtt);
        verb.Add(Windows);
        verb.Add(Mss);
        verb.Add(JsonOption.Option);
        verb.SetAction(parsed => Run(context.Terminal, parsed));
        return verb;
    }

    private static int Run(Terminal terminal, ParseResult parsed)
    {
        var (size, mss) = (parsed.GetValue(Size), parsed.GetValue(Mss));
        var rtt = parsed.GetValue(Rtt) ?? TimeSpan.FromMilliseconds(50);
        var rows = Array.ConvertAll(parsed.GetValue(Windows)!, window =>
        {
            var predicted = SlowStart.Predict(new Transfer { SizeBytes = size, Rtt = rtt, InitCwnd = window, Mss = mss });
            return new PredictedRow(size, rtt.TotalMilliseconds, window, predicted.Rounds, predicted.Fetch.TotalMilliseconds);
        });
        if (parsed.WantsJson())
        {
            terminal.Out.WriteLine(JsonSerializer.Serialize(new PredictedRows(rows), OutputJson.Default.PredictedRows));
            return ExitCode.Fine;
        }
        var table = new Table(("SIZE", Align.Right), ("RTT ms", Align.Right), ("IW", Align.Right), ("ROUNDS", Align.Right), ("TIME ms", Align.Right));
        foreach (var row in rows)
            table.Add(Text(row.Size), Text(row.RttMs), Text(row.Iw), Text(row.Rounds), Text(row.Ms));
        table.Write(terminal);
        return ExitCode.Fine;
    }

    private static string Text(IFormattable number) => number.ToString("0.#", CultureInfo.InvariantCulture);

    private static long ReadSize(ArgumentResult result)
    {
        var text = result.Tokens.Count == 1 ? result.Tokens[0].Value : "";
        var unit = text.EndsWith('k') ? 1_000L : text.EndsWith('M') ? 1_000_000 : 1;
        if (long.TryParse(unit == 1 ? text : text[..^1], NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number is > 0 and <= 1L << 40)
            return number * unit;
        result.AddError($"--size '{text}': write a number of bytes from 1, as in 13516, 100k or 2M.");
        return 1;
    }

    private static int[] ReadWindows(ArgumentResult result)
    {
        var text = result.Tokens.Count == 1 ? result.Tokens[0].Value : "";
        var windows = Array.ConvertAll(text.Split(','), word => int.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : 0);
        if (Array.TrueForAll(windows, window => window is >= Window.Min and <= Window.Max))
            return windows;
        result.AddError($"--iw '{text}': write segments from {Window.Min} to {Window.Max} with commas between, as in 3,10.");
        return [];
    }

    private static int ReadNumber(ArgumentResult result, int least, int most)
    {
        var text = result.Tokens.Count == 1 ? result.Tokens[0].Value : "";
        if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= least && number <= most)
            return number;
        result.AddError($"--mss '{text}': write a number of bytes from {least} to {most}.");
        return least;
    }
}
