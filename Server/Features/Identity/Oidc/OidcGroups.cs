using System.Text.Json;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>The groups a provider says a person is in.</summary>
internal static class OidcGroups
{
    private const int Most = 1000,
        LongestShown = 80,
        MostShown = 30;

    /// <summary>Of a claim: a list of texts or one text; anything else is no group.</summary>
    public static IReadOnlyList<string> Of(JsonElement claims, string claim)
    {
        if (!claims.TryGetProperty(claim, out var value))
            return [];
        return value.ValueKind switch
        {
            JsonValueKind.String => [value.GetString()!],
            JsonValueKind.Array =>
            [
                .. value
                    .EnumerateArray()
                    .Where(item => item.ValueKind == JsonValueKind.String)
                    .Select(item => item.GetString()!)
                    .Distinct(StringComparer.Ordinal)
                    .Take(Most),
            ],
            _ => [],
        };
    }

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
