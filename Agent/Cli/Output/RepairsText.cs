using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Repairs;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Output;

/// <summary>Repairs in one line: how many, after whose changes, and the last time.</summary>
internal static class RepairsText
{
    public static string Of(IReadOnlyList<RepairCount> repairs, DateTimeOffset now)
    {
        var authors = repairs
            .GroupBy(one => one.By, StringComparer.Ordinal)
            .Select(group => (By: group.Key, Count: group.Sum(one => one.Count)))
            .OrderByDescending(author => author.Count)
            .Select(author => $"{author.Count} {Attribution.ChangedBy(author.By)}");
        return $"{Counted.Of(repairs.Sum(one => one.Count), "repair")}: {string.Join(", ", authors)}; the last "
            + $"{Age.Of(now - repairs.Max(one => one.Last))} ago";
    }
}
