using System.Text.Json;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>The groups a provider says a person is in.</summary>
internal static class OidcGroups
{
    private const int LongestShown = 80,
        MostShown = 30;

    public static IReadOnlyList<string> Read(string stored) => JsonSerializer.Deserialize<string[]>(stored)!;

    public static string Write(IReadOnlyList<string> groups) => JsonSerializer.Serialize(groups);

    /// <summary>For the page that refuses: the administrator who maps groups must see how the provider writes them.</summary>
    public static string Told(IReadOnlyList<string> groups) =>
        groups.Count == 0
            ? "no group at all"
            : string.Join(
                ", ",
                groups.Take(MostShown).Select(group => $"‘{(group.Length > LongestShown ? group[..LongestShown] + "…" : group)}’")
            ) + (groups.Count > MostShown ? $" and {groups.Count - MostShown} more" : "");
}
