using System.Globalization;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Output;

/// <summary>A window that this host decides itself, for people.</summary>
internal static class DecidedText
{
    /// <summary>
    /// <c>default: initcwnd 12 (auto, 3 to 32), 312 connections since, first-flight loss 0.3 %</c>, then the result of the last evaluation.
    /// </summary>
    public static string Of(DecidedScope decided, DateTimeOffset now)
    {
        var counts =
            decided.Connections == 0
                ? "no connection counted since"
                : string.Create(
                    CultureInfo.InvariantCulture,
                    $"{decided.Connections:N0} connection{(decided.Connections == 1 ? "" : "s")} counted since, first-flight loss "
                        + $"{100.0 * decided.Losses / decided.Connections:0.0} %"
                );
        var last = decided.LastAt is { } at ? $"; {Age.Of(now - at)} ago {decided.Last}" : $"; began {Age.Of(now - decided.Changed)} ago";
        var note = decided.Note.Length == 0 ? "" : $". {decided.Note}";
        return $"{Brief(decided)}, {counts}{last}{note}";
    }

    /// <summary><c>default: initcwnd 12 (auto, 3 to 32)</c></summary>
    public static string Brief(DecidedScope decided) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{decided.Scope}: initcwnd {decided.Value} ({decided.Word}, {decided.Min} to {decided.Max})"
        );
}
