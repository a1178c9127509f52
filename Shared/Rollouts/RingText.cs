using System.Globalization;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Shared.Rollouts;

/// <summary>
/// Rings as people write them, with commas between: <c>1,1%,5%,25%,100%</c>, <c>canary=label:canary,site:fra os:linux@30m,100%</c>. A ring
/// is a number of hosts, a share or a selector; <c>NAME=</c> before it names it, <c>@TIME</c> behind it is its bake time. <c>x4</c> alone
/// is one host, 1 %, and then four times the previous ring until all hosts are reached.
/// </summary>
public static class RingText
{
    /// <summary>More rings than this are refused.</summary>
    public const int Most = 16;

    private const int MostFactor = 100;

    private static readonly (char Unit, int Seconds)[] Units = [('s', 1), ('m', 60), ('h', 3600), ('d', 86400)];

    /// <summary>Reads rings; reports all problems at once. Whether they reach all hosts is judged with the rest of the rules.</summary>
    /// <param name="text">As written.</param>
    public static RingsRead Read(string text)
    {
        if (Factor(text.Trim()) is { } factor)
            return new(Growing(factor), []);
        var (rings, problems) = (new List<RingRule>(), new List<string>());
        foreach (var part in text.Split(','))
        {
            if (Ring(part.Trim()) is { } ring)
                rings.Add(ring);
            else
                problems.Add(
                    $"'{part.Trim()}' is not a ring: write a number of hosts (10), a share (5%) or a selector (label:canary), optionally "
                        + "with NAME= before it or @30m after it."
                );
        }
        if (rings.Count > Most)
            problems.Add($"{rings.Count} rings are too many: at most {Most}.");
        return new(rings, problems);
    }

    /// <summary>Rings in the form that <see cref="Read"/> reads.</summary>
    /// <param name="rings">Valid ones.</param>
    public static string Write(IReadOnlyList<RingRule> rings)
    {
        var parts = new string[rings.Count];
        for (var i = 0; i < parts.Length; i++)
            parts[i] =
                $"{(rings[i].Name is { Length: > 0 } name ? name + "=" : "")}{Size(rings[i])}"
                + $"{(rings[i].BakeSeconds is { } bake ? "@" + Time(bake) : "")}";
        return string.Join(',', parts);
    }

    /// <summary>How many, as written: <c>10</c>, <c>5%</c>, <c>label:canary</c>.</summary>
    /// <param name="ring">A valid one.</param>
    public static string Size(RingRule ring) =>
        ring switch
        {
            { Hosts: { } hosts } => hosts.ToString(CultureInfo.InvariantCulture),
            { Percent: { } percent } => percent.ToString("0.###############", CultureInfo.InvariantCulture) + "%",
            _ => ring.Selector ?? "",
        };

    /// <summary>A time as it is written here: the largest unit that leaves a whole number.</summary>
    /// <param name="seconds">From 0.</param>
    public static string Time(int seconds)
    {
        for (var i = Units.Length - 1; i > 0; i--)
        {
            if (seconds > 0 && seconds % Units[i].Seconds == 0)
                return $"{seconds / Units[i].Seconds}{Units[i].Unit}";
        }
        return $"{seconds}s";
    }

    /// <summary>
    /// Seconds of a time such as <c>90s</c>, <c>10m</c>, <c>2h</c>, <c>1d</c>; <see langword="null"/> when it is none, or above 30 days.
    /// </summary>
    /// <param name="text">As written.</param>
    public static int? Seconds(string text)
    {
        foreach (var (unit, seconds) in Units)
        {
            if (
                text.Length > 1
                && text[^1] == unit
                && int.TryParse(text.AsSpan(0, text.Length - 1), NumberStyles.None, CultureInfo.InvariantCulture, out var number)
                && (long)number * seconds <= 30L * 86400
            )
                return number * seconds;
        }
        return null;
    }

    private static RingRule? Ring(string part)
    {
        var (name, rest, bake) = ((string?)null, part, (int?)null);
        var equals = rest.IndexOf('=', StringComparison.Ordinal);
        if (equals > 0 && IsName(rest.AsSpan(0, equals).TrimEnd()))
            (name, rest) = (rest[..equals].TrimEnd(), rest[(equals + 1)..].TrimStart());
        var at = rest.LastIndexOf('@');
        if (at > 0 && Seconds(rest[(at + 1)..].Trim()) is { } seconds)
            (rest, bake) = (rest[..at].TrimEnd(), seconds);
        var ring = new RingRule { Name = name, BakeSeconds = bake };
        if (int.TryParse(rest, NumberStyles.None, CultureInfo.InvariantCulture, out var hosts))
            return hosts > 0 ? ring with { Hosts = hosts } : null;
        if (rest.EndsWith('%'))
            return
                double.TryParse(
                    rest.AsSpan(0, rest.Length - 1).TrimEnd(),
                    NumberStyles.AllowDecimalPoint,
                    CultureInfo.InvariantCulture,
                    out var percent
                ) && percent is > 0 and <= 100
                ? ring with
                {
                    Percent = percent,
                }
                : null;
        return rest == "*" || rest.Contains(':', StringComparison.Ordinal) ? ring with { Selector = rest } : null;
    }

    // A selector may hold an equals sign, too (kernel:>=5.15), but not before its colon.
    private static bool IsName(ReadOnlySpan<char> text)
    {
        foreach (var c in text)
        {
            if (!char.IsLetterOrDigit(c) && c is not ('-' or '_' or '.' or ' '))
                return false;
        }
        return true;
    }

    private static int? Factor(string text) =>
        text.StartsWith('x')
        && int.TryParse(text.AsSpan(1), NumberStyles.None, CultureInfo.InvariantCulture, out var factor)
        && factor is >= 2 and <= MostFactor
            ? factor
            : null;

    private static List<RingRule> Growing(int factor)
    {
        var rings = new List<RingRule> { new() { Hosts = 1 } };
        for (var percent = 1L; percent < 100; percent *= factor)
            rings.Add(new() { Percent = percent });
        rings.Add(new() { Percent = 100 });
        return rings;
    }
}

/// <summary>The result of reading rings from text.</summary>
/// <param name="Rings">Those that could be read, in order.</param>
/// <param name="Problems">Every problem, as sentences; empty without one.</param>
public sealed record RingsRead(IReadOnlyList<RingRule> Rings, IReadOnlyList<string> Problems);
