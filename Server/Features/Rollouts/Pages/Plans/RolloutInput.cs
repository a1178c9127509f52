using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Policies;
using IwTune.Shared.Rollouts;

namespace IwTune.Server.Features.Rollouts.Pages.Plans;

/// <summary>The text of the form for a rollout: input that cannot be read is shown again as it was typed.</summary>
public sealed class RolloutInput
{
    public string To { get; set; } = "";
    public string Reason { get; set; } = "";
    public string Rings { get; set; } = "";
    public string Bake { get; set; } = "";
    public string MinSamples { get; set; } = "";
    public string MaxRise { get; set; } = "";
    public string MaxFailed { get; set; } = "";
    public string MaxFailedPercent { get; set; } = "";
    public string MaxInFlight { get; set; } = "";
    public string Unreachable { get; set; } = "";
    public string Alpha { get; set; } = "";
    public string OnFailure { get; set; } = "";
    public string Windows { get; set; } = "";

    /// <summary><c>on</c> for all hosts at once.</summary>
    public string? Emergency { get; set; }
    public string Confirm { get; set; } = "";

    /// <summary>Why a revision that was stopped is rolled out again.</summary>
    public string? Despite { get; set; }

    /// <summary><c>check</c>, <c>start</c>, or <see cref="PresetAction"/> and a preset's name.</summary>
    public string Action { get; set; } = "";

    /// <summary><see cref="Fingerprint"/> of what the person saw the plan of; only that may be started.</summary>
    public string Checked { get; set; } = "";

    public bool AtOnce => Emergency is { Length: > 0 };

    /// <summary>Before the name of the preset whose rules the fields get.</summary>
    public const string PresetAction = "preset:";

    /// <summary>The preset that a button asked for; <see langword="null"/> when it was another button.</summary>
    public RolloutPreset? Asked =>
        Action.StartsWith(PresetAction, StringComparison.Ordinal) ? RolloutPreset.Find(Action[PresetAction.Length..]) : null;

    /// <summary>The preset whose rules the fields have; <see langword="null"/> when a person changed one.</summary>
    public RolloutPreset? Preset => RolloutPreset.All.FirstOrDefault(preset => Filled(preset).Fingerprint == Fingerprint);

    /// <summary>The form with a preset's rules; revision, reason and change windows stay.</summary>
    public RolloutInput Filled(RolloutPreset preset)
    {
        var filled = Of(preset.Rules, null);
        (filled.To, filled.Reason, filled.Windows, filled.Despite) = (To, Reason, Windows, Despite);
        (filled.Emergency, filled.Confirm) = (Emergency, Confirm);
        return filled;
    }

    // A hash, because a browser sends every line break of a field as CRLF.
    public string Fingerprint =>
        Convert.ToHexStringLower(
            SHA256.HashData(
                Encoding.UTF8.GetBytes(
                    string.Join(
                        '\n',
                        To,
                        Rings,
                        Bake,
                        MinSamples,
                        MaxRise,
                        MaxFailed,
                        MaxFailedPercent,
                        MaxInFlight,
                        Unreachable,
                        Alpha,
                        OnFailure,
                        (Windows ?? "").ReplaceLineEndings("\n"),
                        AtOnce
                    )
                )
            )
        );

    /// <param name="rules">The rules of the form.</param>
    /// <param name="to">The selected revision; <see langword="null"/> for none.</param>
    public static RolloutInput Of(RolloutRules rules, int? to) =>
        new()
        {
            To = to?.ToString(CultureInfo.InvariantCulture) ?? "",
            Rings = RingText.Write(rules.Rings),
            Bake = RingText.Time(rules.BakeSeconds),
            MinSamples = rules.MinSamples.ToString(CultureInfo.InvariantCulture),
            MaxRise = rules.MaxRise.ToString(CultureInfo.InvariantCulture),
            MaxFailed = rules.MaxFailed.ToString(CultureInfo.InvariantCulture),
            MaxFailedPercent = rules.MaxFailedPercent.ToString(CultureInfo.InvariantCulture),
            MaxInFlight = rules.MaxInFlight.ToString(CultureInfo.InvariantCulture),
            Unreachable = RingText.Time(rules.UnreachableSeconds),
            Alpha = rules.Alpha.ToString(CultureInfo.InvariantCulture),
            OnFailure = rules.OnFailure.ToString(),
        };

    /// <summary>The request, and everything in the form that cannot be read.</summary>
    public (RolloutRequest Request, IReadOnlyList<PolicyProblem> Problems) Read(string policy)
    {
        var problems = new List<PolicyProblem>();
        var rings = RingText.Read(Rings ?? "");
        foreach (var problem in rings.Problems)
            problems.Add(new("rings", null, problem, 0, 0));
        var rules = new RolloutRules
        {
            Rings = rings.Rings,
            BakeSeconds = Time("bake time", Bake),
            MinSamples = Whole("connections", MinSamples),
            MaxRise = Number("largest rise", MaxRise),
            MaxFailed = Whole("failed hosts", MaxFailed),
            MaxFailedPercent = Number("failed share", MaxFailedPercent),
            MaxInFlight = Whole("in flight", MaxInFlight),
            UnreachableSeconds = Time("unreachable", Unreachable),
            Alpha = Number("false alarms", Alpha),
            OnFailure = OnFailure == nameof(GateFailure.Hold) ? GateFailure.Hold : GateFailure.RollBack,
            Windows = (Windows ?? "").Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries),
        };
        if (AtOnce)
            problems.Clear();
        int? confirm = string.IsNullOrWhiteSpace(Confirm) ? null : Whole("confirm", Confirm.Replace(",", "", StringComparison.Ordinal));
        if (To.Length == 0)
            problems.Add(new("revision", null, "select one", 0, 0));
        var to = To.Length == 0 ? 0 : Whole("revision", To);
        return (new(policy, to, (Reason ?? "").Trim(), AtOnce ? null : rules, AtOnce, confirm) { Despite = Despite?.Trim() }, problems);

        int Whole(string path, string? text)
        {
            if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number))
                return number;
            problems.Add(new(path, text, "is not a whole number", 0, 0));
            return 0;
        }

        double Number(string path, string? text)
        {
            if (double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number))
                return number;
            problems.Add(new(path, text, "is not a number", 0, 0));
            return 0;
        }

        int Time(string path, string? text)
        {
            if (RingText.Seconds((text ?? "").Trim()) is { } seconds)
                return seconds;
            problems.Add(new(path, text, "is not a duration: use 90s, 10m, 2h or 1d, at most 30 days", 0, 0));
            return 0;
        }
    }
}
