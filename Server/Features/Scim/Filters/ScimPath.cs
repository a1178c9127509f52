using System.Text.Json.Nodes;

namespace IwTune.Server.Features.Scim.Filters;

/// <summary>
/// The place of values in a resource (RFC 7644 §3.5.2, figure 7): <c>userName</c>, <c>name.givenName</c>, <c>members[value eq "x"]</c>,
/// <c>emails[type eq "work"].value</c>.
/// </summary>
/// <param name="Schema">The schema in front of the attribute; empty where there is none.</param>
/// <param name="Attribute">Its name, as written.</param>
/// <param name="Only">Which items of a list; empty for all.</param>
/// <param name="Part">A part of the attribute; <see langword="null"/> for the whole.</param>
internal sealed record ScimPath(string Schema, string Attribute, IReadOnlyList<ScimComparison> Only, string? Part)
{
    private const int Longest = 1000;

    /// <returns>The place; or what is wrong with the text.</returns>
    public static (ScimPath? Path, string? Problem) Read(string text)
    {
        if (text.Length > Longest)
            return (null, $"longer than {Longest} characters");
        var reader = new FilterReader(text);
        var (path, problem) = reader.Path();
        return problem is not null ? (null, problem)
            : reader.AtEnd ? (path, null)
            : (null, $"something follows at character {reader.Position + 1}");
    }
}

/// <summary><c>PATH eq VALUE</c>; no other operator is supported.</summary>
/// <param name="Path">What is compared.</param>
/// <param name="Value">A text, true, false, a number or null.</param>
internal sealed record ScimComparison(ScimPath Path, JsonNode? Value);
