using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Output;

/// <summary>Sentences above a table that has the reason of every target: there each would stand twice.</summary>
internal static class ReasonsBelow
{
    private const string Before = ": ";
    private const string Dash = " –";

    /// <summary>The text without the reasons of the targets that were refused.</summary>
    /// <param name="text">Names them one after the other behind a colon, as the reason of a state does; other texts stay.</param>
    /// <param name="state">What the table shows.</param>
    public static string Of(string text, HostState state)
    {
        var (start, end, count) = (text.Length, 0, 0);
        foreach (var reason in state.Targets.Where(IsRefused).Select(target => target.Reason).Distinct(StringComparer.Ordinal))
        {
            if (text.IndexOf(reason, StringComparison.Ordinal) is not (>= 0 and var at))
                return text;
            (start, end, count) = (Math.Min(start, at), Math.Max(end, at + reason.Length), count + 1);
        }
        if (count == 0 || !text.AsSpan(0, start).EndsWith(Before))
            return text;
        var rest = text[end..];
        rest = rest.StartsWith(Dash, StringComparison.Ordinal) ? rest[Dash.Length..] : rest;
        return $"{text[..(start - Before.Length)]}; the {(count == 1 ? "reason is" : "reasons are")} below.{rest}";
    }

    private static bool IsRefused(TargetState target) => target is { Outcome: TargetOutcome.Refused, Reason.Length: > 0 };
}
