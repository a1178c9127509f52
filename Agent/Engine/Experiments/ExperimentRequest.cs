using System.Net;
using IwTune.Agent.Engine.Passive;
using IwTune.Shared.Formatting;
using IwTune.Shared.Model;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Engine.Experiments;

/// <summary>A requested experiment.</summary>
public sealed record ExperimentRequest
{
    /// <summary>Letters, digits and dashes; names its files too.</summary>
    public string Name { get; init; } = "experiment";

    /// <summary>How connections are assigned to arms.</summary>
    public ExperimentDesign Design { get; init; }

    /// <summary>The control arm's initcwnd; <see langword="null"/> for what the host has.</summary>
    public int? Control { get; init; }

    /// <summary>The treatment arm's; <see langword="null"/> for what the host has, so that both arms are alike.</summary>
    public int? Treatment { get; init; }

    /// <summary>A prefix; <see langword="null"/> for the default routes.</summary>
    public string? Destination { get; init; }

    /// <summary>A port of this host; <see langword="null"/> for all.</summary>
    public int? Port { get; init; }

    /// <summary>How long, seconds.</summary>
    public int Seconds { get; init; } = 3600;

    /// <summary>Length of a time block, seconds.</summary>
    public int BlockSeconds { get; init; } = 600;

    /// <summary>How often a false alarm of harm is accepted.</summary>
    public double Alpha { get; init; } = 0.05;

    /// <summary>Draws stripes and blocks; <see langword="null"/> for any.</summary>
    public ulong? Seed { get; init; }

    /// <summary>Who asks.</summary>
    public string By { get; init; } = "";

    /// <summary>Why, in their words.</summary>
    public string Reason { get; init; } = "";

    private static readonly TimeSpan Longest = TimeSpan.FromDays(14);

    /// <summary>Every problem of the request itself, as sentences; empty when there is none.</summary>
    public IEnumerable<string> Problems()
    {
        if (!IsWord(Name))
            yield return $"The name '{Name}' is not valid: use 1 to 40 letters, digits and dashes; the first is a letter or digit.";
        foreach (var window in new[] { Control, Treatment })
        {
            if (window is < Window.Min or > Window.Max)
                yield return $"A window of {window} segments is not valid: use {Window.Min} to {Window.Max}.";
        }
        if (Destination is not null && !IsPrefix(Destination))
            yield return $"The prefix '{Destination}' is not valid: write an address without bits beyond its length, as in 10.0.0.0/8.";
        if (Port is < 1 or > 65_535)
            yield return $"The port {Port} is not valid: use 1 to 65535.";
        if (Seconds < 60 || Seconds > Longest.TotalSeconds)
            yield return $"The time must be one minute to {Longest.TotalDays:0} days.";
        if (Alpha is not (> 0 and <= 0.5))
            yield return "alpha must be above 0 and at most 0.5.";
        if (Design == ExperimentDesign.Switchback && BlockSeconds < TimeBlocks.Least.TotalSeconds)
            yield return $"A time block must be {TimeBlocks.Least.TotalMinutes:0} minutes or longer: connections that were open "
                + "when it began must end first.";
        else if (Design == ExperimentDesign.Switchback && Seconds < 2L * BlockSeconds)
            yield return "The time must hold at least two blocks, one for each arm.";
    }

    /// <summary>Why this host refuses it, as sentences; empty when it may run.</summary>
    /// <param name="rules">The host's rules for any plan.</param>
    /// <param name="policy">The limits of the policy in force.</param>
    /// <param name="blind">How long the ends of connections have not been observed.</param>
    /// <param name="now">The largest window of the targets concerned, segments.</param>
    public IEnumerable<string> Refusals(HostRules rules, Limits policy, TimeSpan blind, int now)
    {
        foreach (var refusal in ArmLimits.Refusals([Control, Treatment], rules, policy))
            yield return refusal;
        if (blind > 2 * Monitoring.Interval)
            yield return Invariant.Text(
                $"The ends of connections have not been observed for {blind.TotalMinutes:0} minutes, so losses would not be seen; "
                    + $"no window is raised without loss monitoring (RFC 6928 §12). 'iwtune status' shows the reason."
            );
        var limits = policy.Narrow(rules.Limits);
        foreach (var window in new[] { Control, Treatment })
        {
            if (
                window is { } segments
                && !(segments > limits.Max)
                && GuardrailCheck.Refuse(new Raise(segments) { From = now, Role = PathRoles.Of(Scope) }) is { } objection
            )
                yield return objection.Text;
            if (limits.StepFactor is { } factor && window > (long)now * factor)
                yield return Invariant.Text($"initcwnd {window} is more than {factor} times {now}, the window in force (limits.step).");
        }
    }

    private Scope Scope => Destination is null ? new Scope.Default() : new Scope.Prefix(IPNetwork.Parse(Destination));

    /// <summary>Some versions of .NET take an address with more bits and drop them.</summary>
    private static bool IsPrefix(string text) =>
        IPNetwork.TryParse(text, out var prefix)
        && IPAddress.TryParse(text.AsSpan(0, text.IndexOf('/')), out var address)
        && prefix.BaseAddress.Equals(address);

    private static bool IsWord(string name) =>
        name.Length is > 0 and <= 40 && name[0] != '-' && name.All(letter => char.IsAsciiLetterOrDigit(letter) || letter == '-');
}
