using IwTune.Shared.Fleet.Agents;

namespace IwTune.Server.Features.Agents;

/// <summary>The order of the agents' versions, whole: <see cref="VersionOrder"/> compares as far as one of them is written.</summary>
internal static class AgentOrder
{
    /// <summary>Texts that are no version come last in a list of the newest first.</summary>
    public static int Compare(string a, string b) =>
        (VersionOrder.IsVersion(a), VersionOrder.IsVersion(b)) switch
        {
            (true, true) => VersionOrder.Compare(a, b) is var order and not 0 ? order!.Value : -VersionOrder.Compare(b, a)!.Value,
            (true, false) => 1,
            (false, true) => -1,
            _ => string.CompareOrdinal(a, b),
        };

    public static AgentStanding Standing(string version, string newest) =>
        !VersionOrder.IsVersion(version)
            ? AgentStanding.Unknown
            : Compare(version, newest) switch
            {
                < 0 => AgentStanding.Behind,
                > 0 => AgentStanding.Ahead,
                _ => AgentStanding.Current,
            };

    /// <summary>The newest; <see langword="null"/> of none.</summary>
    public static string? Newest(IEnumerable<string> versions) => versions.Where(version => VersionOrder.IsVersion(version)).Max(Comparer);

    private static Comparer<string> Comparer { get; } = Comparer<string>.Create(Compare);
}
