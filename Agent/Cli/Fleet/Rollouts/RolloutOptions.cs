using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using System.Text.Json;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.Agent.Cli.Fleet.Rollouts;

/// <summary>All options for the course of a rollout: of <c>plan</c> and <c>start</c>.</summary>
internal sealed class RolloutOptions
{
    private readonly Argument<string> _policy = new("POLICY") { Description = "The policy" };
    private readonly Option<int> _to = new("--to")
    {
        HelpName = "N",
        Description = "The revision to move to; 'policies push --stage' makes one that no host gets yet",
        Required = true,
    };
    private readonly Option<string> _reason = new("--reason")
    {
        HelpName = "TEXT",
        Description = "Reason, for the approvers and the audit log",
    };
    private readonly Option<string> _rules = new("--rules")
    {
        HelpName = "FILE",
        Description = "JSON with some or all of the rules; other options override it",
    };
    private readonly Option<RolloutPreset?> _preset = Preset();
    private readonly Option<RingRule[]> _rings = Rings();
    private readonly Option<TimeSpan?> _bake = DurationOption.Create(
        "--bake",
        "Bake time: how long each ring is observed [default: 10m]",
        "10m",
        TimeSpan.Zero,
        TimeSpan.FromDays(30)
    );
    private readonly Option<int?> _samples = new("--min-samples")
    {
        HelpName = "N",
        Description = "Judged connections a ring needs before outcomes can pass; 0 judges none [default: 200]",
    };
    private readonly Option<double?> _rise = new("--max-rise")
    {
        HelpName = "POINTS",
        Description = "A ring passes when a larger rise of first-flight loss is excluded, percentage points [default: 2]",
    };
    private readonly Option<int?> _inFlight = new("--max-in-flight")
    {
        HelpName = "N",
        Description = "Maximum unsettled hosts; 0 for no limit [default: 0]",
    };
    private readonly Option<(int, double)?> _failed = Failed();
    private readonly Option<TimeSpan?> _unreachable = DurationOption.Create(
        "--unreachable",
        "How long a host may stay silent before it counts as unreachable [default: 10m]",
        "10m",
        TimeSpan.FromSeconds(1),
        TimeSpan.FromDays(30)
    );
    private readonly Option<string[]> _window = new("--window")
    {
        HelpName = "WINDOW",
        Description = "When rings may start; may be given again: 'mon-fri 09:00-16:30 Europe/Berlin'",
    };
    private readonly Option<GateFailure?> _onFailure = OnFailure();
    private readonly Option<double?> _alpha = new("--alpha")
    {
        HelpName = "P",
        Description = "False-positive rate (alpha), 0.001 to 0.2 [default: 0.05]",
    };
    private readonly Option<bool> _emergency = new("--emergency")
    {
        Description = "All hosts at once, without change windows and gates; two people must approve",
    };
    private readonly Option<string?> _despite = new("--despite")
    {
        HelpName = "TEXT",
        Description = "Reason to roll out a revision again whose rollout was stopped",
    };
    private readonly Option<int?> _confirm = new("--confirm")
    {
        HelpName = "N",
        Description = "Number of hosts it changes, when that is more than half of the fleet",
    };

    private readonly Option[] _ruling;

    public RolloutOptions(Command verb)
    {
        verb.Add(_policy);
        _ruling = [_rings, _bake, _samples, _rise, _inFlight, _failed, _unreachable, _window, _onFailure, _alpha];
        foreach (var option in (Option[])[_to, _reason, _preset, .. _ruling, _rules, _emergency, _despite, _confirm])
            verb.Add(option);
    }

    /// <exception cref="UsageException">
    /// The file with the rules cannot be read, or options that belong together are not all given.
    /// </exception>
    public RolloutRequest Read(ParseResult parsed, string reason)
    {
        var (file, emergency) = (parsed.GetValue(_rules), parsed.GetValue(_emergency));
        var preset = parsed.GetValue(_preset);
        if (preset is not null && file is not null)
            throw new UsageException("--preset and --rules are two sets of rules: give one of them. Nothing was sent.");
        var told = file is not null || preset is not null || _ruling.Any(option => parsed.GetResult(option) is not null);
        if (emergency && told)
            throw new UsageException(
                "--emergency takes no rules: it reaches all hosts at once, without change windows and gates. Nothing was sent."
            );
        var rules = file is not null ? RulesFile.Read(file) : preset?.Rules ?? new RolloutRules();
        var failed = parsed.GetValue(_failed);
        rules = rules with
        {
            Rings = parsed.GetValue(_rings) is { Length: > 0 } rings ? rings : rules.Rings,
            BakeSeconds = Seconds(_bake) ?? rules.BakeSeconds,
            MinSamples = parsed.GetValue(_samples) ?? rules.MinSamples,
            MaxRise = parsed.GetValue(_rise) ?? rules.MaxRise,
            MaxInFlight = parsed.GetValue(_inFlight) ?? rules.MaxInFlight,
            MaxFailed = failed?.Item1 ?? rules.MaxFailed,
            MaxFailedPercent = failed?.Item2 ?? rules.MaxFailedPercent,
            UnreachableSeconds = Seconds(_unreachable) ?? rules.UnreachableSeconds,
            Windows = parsed.GetValue(_window) is { Length: > 0 } windows ? windows : rules.Windows,
            OnFailure = parsed.GetValue(_onFailure) ?? rules.OnFailure,
            Alpha = parsed.GetValue(_alpha) ?? rules.Alpha,
        };
        return new(
            parsed.GetRequiredValue(_policy),
            parsed.GetRequiredValue(_to),
            parsed.GetValue(_reason) ?? reason,
            told ? rules : null,
            emergency,
            parsed.GetValue(_confirm)
        )
        {
            Despite = parsed.GetValue(_despite),
        };

        int? Seconds(Option<TimeSpan?> option) => parsed.GetValue(option) is { } time ? (int)time.TotalSeconds : null;
    }

    private static Option<RolloutPreset?> Preset()
    {
        var names = RolloutPreset.All.Select(preset => preset.Name).ToArray();
        var option = new Option<RolloutPreset?>("--preset")
        {
            HelpName = string.Join('|', names),
            Description = "Rules by name; other options override them [default: standard]",
            CustomParser = result =>
            {
                if (RolloutPreset.Find(Word(result)) is { } preset)
                    return preset;
                result.AddError($"--preset '{Word(result)}': write one of {string.Join(", ", names)}.");
                return null;
            },
        };
        return option.Offering(names);
    }

    private static Option<RingRule[]> Rings() =>
        new("--rings")
        {
            HelpName = "RINGS",
            Description = "Rings in order: hosts, shares, selectors, x4 to grow [default: 1,1%,5%,25%,100%]",
            CustomParser = result =>
            {
                var read = RingText.Read(string.Join(',', result.Tokens.Select(token => token.Value)));
                foreach (var problem in read.Problems)
                    result.AddError($"--rings: {problem}");
                return [.. read.Rings];
            },
        };

    private static Option<(int, double)?> Failed() =>
        new("--max-failed")
        {
            HelpName = "N[,P%]",
            Description = "A ring fails when more hosts than this failed, and more than this share of it [default: 0]",
            CustomParser = result =>
            {
                var parts = Word(result).Split(',');
                var share = parts.Length == 2 ? parts[1].Trim().TrimEnd('%') : "0";
                if (
                    parts.Length <= 2
                    && int.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out var hosts)
                    && double.TryParse(share, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var percent)
                    && percent <= 100
                )
                    return (hosts, percent);
                result.AddError($"--max-failed '{Word(result)}': write a number of hosts, and a share if you like: 2 or 2,1%.");
                return null;
            },
        };

    private static Option<GateFailure?> OnFailure()
    {
        var option = new Option<GateFailure?>("--on-failure")
        {
            HelpName = "hold|roll-back",
            Description = "What a failed gate does [default: roll-back]",
            CustomParser = result =>
            {
                switch (Word(result))
                {
                    case "hold":
                        return GateFailure.Hold;
                    case "roll-back":
                        return GateFailure.RollBack;
                    default:
                        result.AddError($"--on-failure '{Word(result)}': write hold or roll-back.");
                        return null;
                }
            },
        };
        return option.Offering("hold", "roll-back");
    }

    private static string Word(ArgumentResult result) => result.Tokens.Count == 1 ? result.Tokens[0].Value : "";
}

/// <summary>The rules of a rollout in a file.</summary>
internal static class RulesFile
{
    /// <exception cref="UsageException">It cannot be read, or is not the JSON of rules.</exception>
    public static RolloutRules Read(string file)
    {
        try
        {
            return JsonSerializer.Deserialize(File.ReadAllBytes(file), RolloutJson.Default.RolloutRules)
                ?? throw new UsageException($"{file}: holds no rules. Nothing was sent.");
        }
        catch (JsonException broken)
        {
            throw new UsageException($"{file}: not the JSON of rules: {broken.Message} Nothing was sent.", broken);
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"{file} cannot be read: {UnreadableFile.Why(file, unreadable)} Nothing was sent.", unreadable);
        }
    }
}
