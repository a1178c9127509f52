using System.Globalization;

namespace IwTune.Agent.Engine;

/// <summary>A number with its noun: <c>1 route</c>, <c>2 routes</c>.</summary>
internal static class Counted
{
    public static string Of(int count, string noun) =>
        string.Create(CultureInfo.InvariantCulture, $"{count} {noun}{(count == 1 ? "" : "s")}");
}
