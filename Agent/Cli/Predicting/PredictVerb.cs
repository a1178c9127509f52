using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Shared.Charts;

namespace IwTune.Agent.Cli.Predicting;

/// <summary>The gain of an initial window, by the model of slow start.</summary>
internal static class PredictVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Measure, "predict", "How long a response takes with different initial windows, by the model")
        {
            Details = """
                The time from the first byte of the request to the last byte of the response on an open connection; --fresh and --tls add
                the handshakes. Without loss the closed form of slow start is used, which was within 1.3 % of Linux in the
                laboratory. With --buffer, --loss, --growth packets or --pacing every segment is simulated: buffer overflow,
                retransmissions, and the time until a sender retransmits. SAVED compares with the first window. --growth packets is how
                systems of 2011 behaved, and how the table in RFC 6928 counts: receivers acknowledge every second segment. Changes
                nothing, and reads nothing of this host.
                """,
            Examples =
            [
                ("iwtune predict --size 34kB --rtt 316ms --iw 2,10", "from Sydney to New York, with 2 segments and with 10"),
                ("iwtune predict --size 50kB --rtt 100ms --iw 3,10,20,44 --rate 2Mbit --buffer 10", "when a larger window is slower"),
                ("iwtune predict --size 10kB,50kB,100kB,1MB --rtt 80ms --iw 1..64 --heatmap", "from where a larger window has no effect"),
                ("iwtune predict --size 34kB --rtt 316ms --iw 2,10 --plot arrives.svg", "what has arrived over time"),
                ("iwtune predict --size 50kB --rtt 100ms --quic --fresh", "HTTP/3, which routes do not affect"),
                ("iwtune predict --size 50kB --rtt 20ms --miss --origin-rtt 120ms", "a cache that has to ask its origin first"),
            ],
        };
        PredictOptions.AddTo(verb);
        verb.SetAction(parsed => Run(context.Terminal, parsed));
        return verb;
    }

    private static int Run(Terminal terminal, ParseResult parsed)
    {
        var question = Question.Of(parsed);
        var excesses = question.Excesses(parsed).ToList();
        if (excesses.Count > 0)
            throw new UsageException($"{string.Join('\n', excesses)}\nNothing was done. 'iwtune predict --help' shows how to write it.");
        var rows = ModelQuestion.Of(question);
        var sent = rows.Max(row => row.Sent ?? 0);
        if ((question.Conditions?.Lost ?? []).FirstOrDefault(number => number > sent) is var never and > 0)
            throw new UsageException($"--loss {never:#,0}: at most {sent:#,0} packets are sent. Name one of them. Nothing was done.");
        var forPrograms = parsed.WantsJson() || parsed.GetValue(PredictOptions.Csv);
        if (parsed.WantsJson())
            terminal.Out.WriteJson(new PredictedRows(rows), ToolsJson.Shown.PredictedRows);
        else if (forPrograms)
            ForecastCsv.Write(terminal.Out, rows);
        else if (parsed.GetResult(PredictOptions.HeatMap) is not null)
            ForecastMap.Write(terminal, question, rows);
        else
            ForecastTable.Write(terminal, question, rows);

        var told = forPrograms ? terminal.Error : terminal.Out;
        if (parsed.GetValue(PredictOptions.Plot) is { } plot)
            Draw(told, plot, SvgChart.Draw(ForecastPlot.Of(question, rows)));
        if (parsed.GetValue(PredictOptions.HeatMap) is { } map)
            Draw(told, map, SvgHeatMap.Draw(ForecastMap.Of(question, rows)));
        return ExitCode.Fine;
    }

    private static void Draw(TextWriter told, string file, string svg)
    {
        try
        {
            File.WriteAllText(file, svg);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            throw new UsageException($"{file} could not be written: {e.Message} Name a file in a directory that you may write to.", e);
        }
        told.WriteLine($"Drawn: {file}");
    }
}
