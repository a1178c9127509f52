using System.CommandLine;
using System.Globalization;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Local;

namespace IwTune.Agent.Cli.Experiments;

/// <summary>Asks the daemon to begin.</summary>
internal static class ExperimentStartVerb
{
    private static readonly Argument<string?> File = new("file")
    {
        Arity = ArgumentArity.ZeroOrOne,
        HelpName = "FILE",
        Description = "A file with the same words as keys (treatment: 20), YAML or JSON; options override it",
    };

    private static readonly Option<string?> Name = new("--name")
    {
        HelpName = "NAME",
        Description = "Name of the experiment: letters, digits, dashes [default: experiment]",
    };
    private static readonly Option<int?> Treatment = new("--treatment")
    {
        HelpName = "N",
        Description = "initcwnd of the treatment arm, segments",
    };
    private static readonly Option<int?> Control = new("--control")
    {
        HelpName = "N",
        Description = "initcwnd of the control arm [default: what the host has]",
    };
    private static readonly Option<bool> Same = new("--aa") { Description = "Both arms alike: shows the noise of the measurement" };
    private static readonly Option<bool> Switchback = new("--switchback")
    {
        Description = "Switch all connections between the windows in blocks of time, for a host behind a proxy, where ports are not random",
    };
    private static readonly Option<TimeSpan?> Block = DurationOption.Create(
        "--block",
        "Length of a block of time [default: 10m]",
        "10m",
        TimeBlocks.Least,
        TimeSpan.FromHours(24)
    );
    private static readonly Option<TimeSpan?> For = DurationOption.Create(
        "--for",
        "End the experiment automatically after this time [default: 1h]",
        "2h",
        TimeSpan.FromMinutes(1),
        TimeSpan.FromDays(14)
    );
    private static readonly Option<string?> Prefix = new("--prefix")
    {
        HelpName = "PREFIX",
        Description = "Only what the route to exactly this prefix serves [default: the default routes]",
    };
    private static readonly Option<int?> Port = new("--port")
    {
        HelpName = "PORT",
        Description = "Only connections with this port on this host, as of a server [default: all]",
    };
    private static readonly Option<double?> Alpha = new("--alpha")
    {
        HelpName = "SHARE",
        Description = "False-positive rate (alpha) of all harm checks together [default: 0.05]",
    };
    private static readonly Option<long?> Seed = new("--seed")
    {
        HelpName = "N",
        Description = "Seed for the choice of ports and blocks; the same seed gives the same choice [default: random]",
    };

    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Measure, "start", "Begin an experiment; the daemon runs it")
        {
            Details = """
                Refused when other rules decide about routes, when losses could not be observed, while the host is held or only observes,
                and beyond limits.max and limits.step. Only one experiment can run at a time.
                """,
            Examples =
            [
                ("sudo iwtune experiment start --aa --for 30m", "are the arms alike when they should be?"),
                ("sudo iwtune experiment start --treatment 20 --for 2h", "20 segments against what the host has"),
                ("sudo iwtune experiment start --treatment 20 --switchback --block 15m --for 8h", "both windows in turn"),
                ("sudo iwtune experiment start edge-20.yaml", "with the settings of a file"),
            ],
        };
        verb.Add(File);
        foreach (
            var option in (Option[])[Name, Treatment, Control, Same, Switchback, Block, For, Prefix, Port, Alpha, Seed, ReasonOption.Option]
        )
            verb.Add(option);
        verb.SetAction(parsed => Run(context, parsed));
        return verb;
    }

    private static int Run(CliContext context, ParseResult parsed)
    {
        var asked = Asked(parsed);
        var problems = asked.Problems().ToList();
        if (problems.Count > 0)
            throw new UsageException($"Nothing was started. {string.Join(' ', problems)}");
        var reply =
            RunningDaemon.Ask(parsed, new LocalRequest(LocalVerb.ExperimentStart) { Experiment = asked })
            ?? LocalReply.Say(
                ExitCode.Unreachable,
                "Nothing was started: an experiment needs a running agent, which observes it and removes it afterwards. Start the "
                    + "service, or 'iwtune run'."
            );
        return RunningDaemon.Tell(context.Terminal, reply, context.Noun);
    }

    private static ExperimentRequest Asked(ParseResult parsed)
    {
        var file = parsed.GetValue(File) is { } path ? ExperimentFile.Read(path) : new ExperimentRequest();
        var same = parsed.GetValue(Same);
        if (same && parsed.GetValue(Treatment) is not null)
            throw new UsageException("Nothing was started: --aa makes both arms alike, so it cannot be combined with --treatment.");
        var asked = file with
        {
            Name = parsed.GetValue(Name) ?? file.Name,
            Treatment = parsed.GetValue(Treatment) ?? file.Treatment,
            Control = parsed.GetValue(Control) ?? file.Control,
            Design = parsed.GetValue(Switchback) ? ExperimentDesign.Switchback : file.Design,
            BlockSeconds = parsed.GetValue(Block) is { } block ? (int)block.TotalSeconds : file.BlockSeconds,
            Seconds = parsed.GetValue(For) is { } time ? (int)time.TotalSeconds : file.Seconds,
            Destination = parsed.GetValue(Prefix) ?? file.Destination,
            Port = parsed.GetValue(Port) ?? file.Port,
            Alpha = parsed.GetValue(Alpha) ?? file.Alpha,
            Seed = parsed.GetValue(Seed) is { } seed ? unchecked((ulong)seed) : file.Seed,
            By = Actor.OfThisProcess(),
            Reason = parsed.ReasonOf() is { Length: > 0 } reason ? reason : file.Reason,
        };
        if (same)
            return asked with { Treatment = asked.Control };
        return asked.Treatment is not null
            ? asked
            : throw new UsageException(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"Nothing was started: name a window with --treatment N, or use --aa to compare the host with itself."
                )
            );
    }
}
