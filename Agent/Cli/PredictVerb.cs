using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Predicting;
using IwTune.Shared.Charts;

namespace IwTune.Agent.Cli;

/// <summary>The gain of an initial window, by the model of slow start.</summary>
internal static class PredictVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Measure, "predict", "How long a response takes with different initial windows, by the model")
        {
            Details = """
                From the request's first byte to the response's last one on an open connection; --fresh and --tls add the
                handshakes. Without loss the closed form of slow start answers, which was within 1.3 % of Linux in the
                laboratory. With --buffer, --lose, --growth packets or --pacing every segment is followed: what overflows a
                buffer, what is retransmitted, and how long a sender waits for it. SAVED compares with the first window
                named. --growth packets is what systems did in 2011, and what RFC 6928's table counts: receivers
                acknowledge every second segment. Asks nothing of this host and changes nothing.
                """,
            Examples =
            [
                ("iwtune predict --size 34kB --rtt 316ms --iw 2,10", "from Sydney to New York, with 2 segments and with 10"),
                ("iwtune predict --size 50kB --rtt 100ms --iw 3,10,20,44 --rate 2Mbit --buffer 10", "when more is worse"),
                ("iwtune predict --size 10kB,50kB,100kB,1MB --rtt 80ms --iw 1..64 --heatmap", "where a larger window stops to matter"),
                ("iwtune predict --size 34kB --rtt 316ms --iw 2,10 --plot arrives.svg", "what has arrived over time"),
                ("iwtune predict --size 50kB --rtt 100ms --quic --fresh", "HTTP/3, which no route setting reaches"),
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
