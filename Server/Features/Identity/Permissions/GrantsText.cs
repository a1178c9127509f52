using System.Text.Json;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Identity.Permissions;

/// <summary>Grants as they are stored, checked, and shown to people.</summary>
internal static class GrantsText
{
    public const int Most = 32;

    public static IReadOnlyList<AccessGrant> Read(string json) =>
        JsonSerializer.Deserialize(json, AccessJson.Default.IReadOnlyListAccessGrant) ?? [];

    public static string Write(IReadOnlyList<AccessGrant> grants) =>
        JsonSerializer.Serialize([.. grants.Select(Canonical).Distinct()], AccessJson.Default.IReadOnlyListAccessGrant);

    /// <summary>Everything that is wrong, a sentence each.</summary>
    public static IEnumerable<string> Problems(IReadOnlyList<AccessGrant>? grants)
    {
        if (grants is null || grants.Count > Most || grants.Any(grant => grant is null))
            return [$"grants: must be a list of at most {Most}"];
        return grants.SelectMany(
            (grant, i) =>
                (
                    Enum.IsDefined(grant.Role) ? [] : new[] { $"grants[{i}].role: is one of {string.Join(", ", Enum.GetNames<Role>())}" }
                ).Concat(
                    grant.Selector is null ? [$"grants[{i}].selector: must be a selector, or empty for the whole fleet"]
                    : grant.Selector.Length == 0 ? []
                    : Selector.Parse(grant.Selector).Problems.Select(problem => $"grants[{i}].selector {problem}")
                )
        );
    }

    /// <summary>The first problem of a selector that a person typed; <see langword="null"/> when it has none, or is empty.</summary>
    public static string? SelectorProblem(string typed) =>
        typed.Trim() is { Length: > 0 } selector && Selector.Parse(selector).Problems is [var first, ..] ? $"{first}" : null;

    /// <summary><c>operator of 'site:fra' and viewer</c>.</summary>
    public static string Told(IReadOnlyList<AccessGrant> grants) =>
        grants.Count == 0
            ? "nothing"
            : string.Join(
                " and ",
                grants.Select(grant => grant.Selector.Length == 0 ? Name(grant.Role) : $"{Name(grant.Role)} of '{grant.Selector}'")
            );

    public static string Name(Role role) => role.ToString().ToLowerInvariant();

    /// <summary>The role that corresponds to an earlier scope.</summary>
    public static AccessGrant Of(TokenScope scope) =>
        new(
            scope switch
            {
                TokenScope.Read => Role.Viewer,
                TokenScope.Operate => Role.Operator,
                _ => Role.Admin,
            }
        );

    private static AccessGrant Canonical(AccessGrant grant) =>
        grant.Selector.Length == 0 || Selector.Parse(grant.Selector).Selector is not { } read
            ? grant
            : grant with
            {
                Selector = read.Terms.Count == 0 ? "" : read.ToString(),
            };
}
