using System.CommandLine;
using System.Globalization;
using System.Text.Json;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Experiments;

namespace IwTune.Agent.Cli.Experiments;

/// <summary>The raw samples.</summary>
internal static class ExperimentExportVerb
{
    private const string Csv = "csv";
    private const string Lines = "jsonl";

    private static readonly Option<string> Format = CreateFormat();
    private static readonly Option<string?> Out = new("--out")
    {
        HelpName = "FILE",
        Description = "Where to write [default: standard output]",
    };

    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Measure, "export", "Every connection of an experiment, without addresses")
        {
            Details =
                "One line for each connection: time of its end, arm and block, bytes, times in microseconds, segments, whether its first "
                + "flight had losses, and its peer as one of 4,096 numbers, from which no address can be derived.",
            Examples =
            [
                ("sudo iwtune experiment export --format csv --out samples.csv", "for a spreadsheet or R"),
                ("sudo iwtune experiment export | jq -c 'select(.arm == 1)'", "JSON lines"),
            ],
        };
        verb.Add(ExperimentChoice.Argument);
        verb.Add(Format);
        verb.Add(Out);
        verb.SetAction(parsed => Run(context, parsed));
        return verb;
    }

    private static int Run(CliContext context, ParseResult parsed)
    {
        var store = new ExperimentStore(parsed.StateOf());
        if (ExperimentChoice.Of(parsed, store) is not { } record)
        {
            context.Terminal.Error.WriteLine($"{ExperimentChoice.None} Nothing was written.");
            return ExitCode.Error;
        }
        var csv = parsed.GetValue(Format) == Csv;
        return ExperimentChoice.Reading(
            parsed,
            () =>
            {
                using var file = parsed.GetValue(Out) is { } path ? Create(path) : null;
                var count = Write(file ?? context.Terminal.Out, store.Samples(record.Plan.Id), csv);
                if (file is not null)
                    context.Terminal.Out.WriteLine(
                        string.Create(
                            CultureInfo.InvariantCulture,
                            $"{Counted.Of(count, "connection")} of {record.Plan.Id} written to {parsed.GetValue(Out)}."
                        )
                    );
                return ExitCode.Fine;
            }
        );
    }

    private static long Write(TextWriter to, IEnumerable<ExperimentSample> samples, bool csv)
    {
        long count = 0;
        if (csv)
            to.WriteLine("at_ms,arm,block,bytes,min_rtt_us,busy_us,segments,sent_again,window,first_flight_lost,peer");
        foreach (var one in samples)
        {
            to.WriteLine(
                csv
                    ? string.Create(
                        CultureInfo.InvariantCulture,
                        $"{one.At},{one.Arm},{one.Block},{one.Bytes},{one.MinRtt},{one.Busy},{one.Segments},{one.SentAgain},{one.Window}"
                            + $",{(one.Lost is { } lost ? lost ? 1 : 0 : "")},{one.Peer}"
                    )
                    : JsonSerializer.Serialize(one, AgentJson.Default.ExperimentSample)
            );
            count++;
        }
        return count;
    }

    private static StreamWriter Create(string path)
    {
        try
        {
            return new StreamWriter(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"{path} cannot be written: {e.Message}", e);
        }
    }

    private static Option<string> CreateFormat()
    {
        var option = new Option<string>("--format")
        {
            HelpName = "FORMAT",
            Description = "csv or jsonl [default: jsonl]",
            DefaultValueFactory = _ => Lines,
        };
        option.AcceptOnlyFromAmong(Csv, Lines);
        return option;
    }
}
