using IwTune.Shared.Policies;
using IwTune.Shared.Policies.Syntax;

namespace IwTune.Agent.Engine.Settings;

/// <summary>
/// Single values of a settings file. A missing value takes its default; a wrong one is reported and then takes its default.
/// </summary>
internal static class SettingValue
{
    /// <returns>The section's keys; <see langword="null"/> when it is missing or wrong.</returns>
    public static Keys? Section(Keys keys, string name, string[] known, Findings findings)
    {
        switch (keys[name])
        {
            case Node.Mapping mapping:
                return Keys.Of(mapping, keys.PathOf(name), known, findings);
            case null or Node.Refused:
                return null;
            case var other:
                findings.Problem(keys.PathOf(name), other, $"must be a mapping; the keys in it are {string.Join(", ", known)}");
                return null;
        }
    }

    public static T Word<T>(Keys keys, string name, (string Word, T Value)[] words, T usual, Findings findings)
    {
        if (keys[name] is not { } node || node is Node.Refused)
            return usual;
        foreach (var (word, value) in words)
        {
            if (node is Node.Scalar scalar && scalar.Value == word)
                return value;
        }
        findings.Problem(keys.PathOf(name), node, $"must be {string.Join(" or ", words.Select(known => known.Word))}");
        return usual;
    }

    public static bool Flag(Keys? keys, string name, Findings findings)
    {
        if (keys?[name] is not { } node || node is Node.Refused)
            return false;
        // YAML 1.1's yes, on and y are text to a reader of 1.2; a switch that only seems to be on is worse than an error.
        if (node is Node.Scalar { Quoted: false, Value: "true" or "false" } scalar)
            return scalar.Value == "true";
        findings.Problem(keys.PathOf(name), node, "must be true or false");
        return false;
    }

    /// <returns><see langword="null"/> when it is missing or wrong.</returns>
    public static string? Directory(Keys? keys, string name, Findings findings)
    {
        if (keys?[name] is not { } node || node is Node.Refused)
            return null;
        if (node is Node.Scalar { Value: ['/', ..] path })
            return path;
        findings.Problem(keys.PathOf(name), node, "must be an absolute path, as in /sys/fs/cgroup/system.slice");
        return null;
    }

    public static int Number(Keys? keys, string name, int least, int most, int usual, Findings findings)
    {
        if (keys?[name] is not { } node || node is Node.Refused)
            return usual;
        if (node is Node.Scalar { Quoted: false } scalar && Text.Number(scalar.Value) is { } number && number >= least && number <= most)
            return number;
        findings.Problem(keys.PathOf(name), node, $"must be a whole number, {least} to {most}");
        return usual;
    }

    public static TimeSpan Time(Keys? keys, string name, TimeSpan least, TimeSpan most, TimeSpan usual, Findings findings)
    {
        if (keys?[name] is not { } node || node is Node.Refused)
            return usual;
        if (node is Node.Scalar scalar && Text.Duration(scalar.Value) is { } time && time >= least && time <= most)
            return time;
        findings.Problem(
            keys.PathOf(name),
            node,
            $"must be a number with a unit, as in 90s, 10m or 2h; {Written(least)} to {Written(most)}"
        );
        return usual;
    }

    private static string Written(TimeSpan time) =>
        time.TotalHours >= 1 ? $"{time.TotalHours:0}h"
        : time.TotalMinutes >= 1 ? $"{time.TotalMinutes:0}m"
        : $"{time.TotalSeconds:0}s";
}
