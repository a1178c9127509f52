using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Shared.Statistics;

namespace IwTune.Agent.Cli.Experiments;

/// <summary>How many connections an experiment needs.</summary>
internal static class SampleSizeVerb
{
    private static readonly Option<double?> Baseline = new("--baseline")
    {
        HelpName = "SHARE",
        Description = "Share of connections with the event now, as in 2%; without it times are compared",
        CustomParser = result => ReadShare(result, "--baseline"),
    };

    private static readonly Option<Effect[]> Effects = new("--effect")
    {
        HelpName = "CHANGE,…",
        Description = "Changes to detect: 5% of a time or a share, 0.3pp added to a share [default: 5%,10%,20%]",
        CustomParser = ReadEffects,
        DefaultValueFactory = _ => [new(0.05, false), new(0.1, false), new(0.2, false)],
    };

    private static readonly Option<double[]> Sigmas = new("--sigma")
    {
        HelpName = "N,…",
        Description = "Spread of times: standard deviation of their natural logarithm [default: 0.5,1]",
        CustomParser = ReadSigmas,
        DefaultValueFactory = _ => [0.5, 1],
    };

    private static readonly Option<double?> Alpha = new("--alpha")
    {
        HelpName = "SHARE",
        Description = "False-positive rate (alpha) [default: 5%]",
        CustomParser = result => ReadShare(result, "--alpha"),
    };

    private static readonly Option<double?> Power = new("--power")
    {
        HelpName = "SHARE",
        Description = "Statistical power [default: 80%]",
        CustomParser = result => ReadShare(result, "--power"),
    };

    private static readonly Option<double?> Design = new("--design-effect")
    {
        HelpName = "D",
        Description = "How many times as many connections are needed because those of one peer are alike [default: 1]",
        CustomParser = ReadDesignEffect,
    };

    private static readonly Option<string?> Experiment = new("--experiment")
    {
        HelpName = "NAME",
        Description = "Use the design effect that this experiment of this host measured",
    };

    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Measure, "sample-size", "How many connections an experiment needs to show a difference")
        {
            Details = """
                For two arms of equal size. Times: two-sided test of the medians, with logarithms of the times taken as normally
                distributed.
                Shares, such as connections that lost a segment: one-sided test, because only an increase is harm.
                The numbers are for one analysis at the end; the harm check of a running experiment analyses repeatedly and needs up to
                twice as many. They hold for independent connections. Connections of one peer resemble each other: multiply by the design
                effect, which an A/A experiment measures and 'iwtune experiment status' shows.
                """,
            Examples =
            [
                ("iwtune sample-size --effect 5% --sigma 1", "to detect times that are 5 % shorter"),
                ("iwtune sample-size --baseline 2% --effect 0.3pp,1pp", "to detect a rise of losses from 2 % to 2.3 % or 3 %"),
                ("sudo iwtune sample-size --experiment edge-aa", "with the design effect of an A/A experiment"),
            ],
        };
        foreach (var option in (Option[])[Baseline, Effects, Sigmas, Alpha, Power, Design, Experiment, JsonOption.Option])
            verb.Add(option);
        verb.SetAction(parsed => Run(context.Terminal, parsed));
        return verb;
    }

    private static int Run(Terminal terminal, ParseResult parsed)
    {
        var (alpha, power) = (parsed.GetValue(Alpha) ?? 0.05, parsed.GetValue(Power) ?? 0.8);
        var effects = parsed.GetValue(Effects)!;
        SampleSizeRow[] rows = parsed.GetValue(Baseline) is { } baseline
            ? Array.ConvertAll(effects, effect => OfEvents(baseline, effect, alpha, power))
            : [.. effects.SelectMany(effect => parsed.GetValue(Sigmas)!.Select(sigma => OfTimes(effect, sigma, alpha, power)))];
        var design = DesignEffectOf(parsed);
        rows = Array.ConvertAll(rows, row => row with { EachArm = SampleSize.Clustered(row.EachArm, design) });
        if (parsed.WantsJson())
        {
            terminal.Out.WriteJson(new SampleSizes(alpha, power, design, rows), ToolsJson.Shown.SampleSizes);
            return ExitCode.Fine;
        }
        var ofEvents = rows[0].Baseline is not null;
        var table = new Table(
            (ofEvents ? "FROM" : "EFFECT", Align.Right),
            (ofEvents ? "TO" : "SIGMA", Align.Right),
            ("EACH ARM", Align.Right),
            ("BOTH ARMS", Align.Right)
        );
        foreach (var row in rows)
            table.Add(
                Share(row.Baseline ?? row.Effect),
                ofEvents ? Share(row.Changed!.Value) : Number(row.Sigma!.Value),
                Count(row.EachArm),
                Count(2 * row.EachArm)
            );
        table.Write(terminal);
        terminal.Say(
            $"Statistical power {Share(power)}, false-positive rate (alpha) {Share(alpha)} ({(ofEvents ? "one" : "two")}-sided), design "
                + $"effect {Number(design)}.",
            hanging: 0
        );
        return ExitCode.Fine;
    }

    private static double DesignEffectOf(ParseResult parsed) =>
        (parsed.GetValue(Design), parsed.GetValue(Experiment)) switch
        {
            ({ }, { }) => throw new UsageException("Nothing was computed: use --design-effect or --experiment, not both."),
            (var design, null) => design ?? 1,
            (_, var name) => MeasuredDesignEffect.Of(parsed, name, ofLosses: parsed.GetValue(Baseline) is not null),
        };

    private static SampleSizeRow OfTimes(Effect effect, double sigma, double alpha, double power) =>
        effect.Points || effect.Share >= 1
            ? throw new UsageException(
                "Nothing was computed: the effect on a time is a share below 100%, as in 5%; points (pp) need --baseline."
            )
            : new SampleSizeRow(effect.Share, sigma, null, null, SampleSize.Latency(effect.Share, sigma, alpha, power));

    private static SampleSizeRow OfEvents(double baseline, Effect effect, double alpha, double power)
    {
        var changed = effect.Points ? baseline + effect.Share : baseline * (1 + effect.Share);
        return changed >= 1
            ? throw new UsageException($"Nothing was computed: {Share(baseline)} cannot grow to {Share(changed)}.")
            : new SampleSizeRow(effect.Share, null, baseline, changed, SampleSize.Events(baseline, changed, alpha, power));
    }

    private static string Share(double share) => (share * 100).ToString("0.###", CultureInfo.InvariantCulture) + " %";

    private static string Number(double number) => number.ToString("0.###", CultureInfo.InvariantCulture);

    private static string Count(long count) => count.ToString("N0", CultureInfo.InvariantCulture);

    private static double? ReadShare(ArgumentResult result, string name)
    {
        var text = result.Tokens.Count == 1 ? result.Tokens[0].Value : "";
        if (Share(text) is > 0 and < 1 and var share)
            return share;
        result.AddError($"{name} '{text}': write a share above 0 and below 100%, as in 2% or 0.02.");
        return null;
    }

    private static Effect[] ReadEffects(ArgumentResult result)
    {
        var text = result.Tokens.Count == 1 ? result.Tokens[0].Value : "";
        var effects = Array.ConvertAll(
            text.Split(','),
            word =>
                word.EndsWith("pp", StringComparison.Ordinal) ? new Effect(Share(word[..^2] + "%"), true) : new Effect(Share(word), false)
        );
        if (Array.TrueForAll(effects, effect => effect.Share > 0))
            return effects;
        result.AddError($"--effect '{text}': write changes with commas between, as in 5%,10% or 0.3pp.");
        return [];
    }

    private static double[] ReadSigmas(ArgumentResult result)
    {
        var text = result.Tokens.Count == 1 ? result.Tokens[0].Value : "";
        var sigmas = Array.ConvertAll(
            text.Split(','),
            word => double.TryParse(word, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var sigma) ? sigma : 0
        );
        if (Array.TrueForAll(sigmas, sigma => sigma is > 0 and < 100))
            return sigmas;
        result.AddError($"--sigma '{text}': write numbers above 0 with commas between, as in 0.5,1.");
        return [];
    }

    private static double? ReadDesignEffect(ArgumentResult result)
    {
        var text = result.Tokens.Count == 1 ? result.Tokens[0].Value : "";
        if (
            double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var effect)
            && effect is >= 1 and <= SampleSize.LargestDesignEffect
        )
            return effect;
        result.AddError($"--design-effect '{text}': write a number from 1 to {SampleSize.LargestDesignEffect:0}, as in 3.5.");
        return null;
    }

    /// <returns>Not a number when the text is no share.</returns>
    private static double Share(string text)
    {
        var percent = text.EndsWith('%');
        return double.TryParse(percent ? text[..^1] : text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
            ? percent
                ? number / 100
                : number
            : double.NaN;
    }

    /// <param name="Share">By how much.</param>
    /// <param name="Points">True when it is added to a share, false when it is relative to the present value.</param>
    private readonly record struct Effect(double Share, bool Points);
}
