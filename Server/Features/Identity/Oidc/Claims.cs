using System.Text.Json;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>Reads documents of the provider, and single claims of them.</summary>
internal static class Claims
{
    // Seconds since 1970 of the last time that .NET can express, and of its first.
    private const double Latest = 253_402_300_799,
        Earliest = -62_135_596_800;
    private const int MostTexts = 1000;

    /// <summary>
    /// Reads a document. Every text of it is one: bytes that are not UTF-8 or half of a surrogate pair (RFC 8259 §8.2) would otherwise fail
    /// where a claim is read.
    /// </summary>
    /// <exception cref="JsonException">It is not JSON, not an object, or holds such a text.</exception>
    public static JsonElement Read(ReadOnlyMemory<byte> json)
    {
        using var document = JsonDocument.Parse(json);
        if (document.RootElement.ValueKind != JsonValueKind.Object)
            throw new JsonException("The document is not an object.");
        try
        {
            Check(document.RootElement);
        }
        catch (InvalidOperationException broken)
        {
            throw new JsonException("A text of the document holds half a character.", broken);
        }
        return document.RootElement.Clone();
    }

    public static string? Text(JsonElement claims, string name) =>
        claims.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.String ? value.GetString() : null;

    /// <summary>A list of texts, or one text; anything else is none.</summary>
    public static IReadOnlyList<string> Texts(JsonElement claims, string name)
    {
        if (!claims.TryGetProperty(name, out var value))
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
                    .Take(MostTexts),
            ],
            _ => [],
        };
    }

    public static long? Seconds(JsonElement claims, string name) =>
        claims.TryGetProperty(name, out var value)
        && value.ValueKind == JsonValueKind.Number
        && value.TryGetDouble(out var seconds)
        && seconds is >= Earliest and <= Latest
            ? (long)seconds
            : null;

    private static void Check(JsonElement at)
    {
        switch (at.ValueKind)
        {
            case JsonValueKind.Object:
                foreach (var member in at.EnumerateObject())
                {
                    _ = member.Name;
                    Check(member.Value);
                }
                break;
            case JsonValueKind.Array:
                foreach (var item in at.EnumerateArray())
                    Check(item);
                break;
            case JsonValueKind.String:
                _ = at.GetString();
                break;
        }
    }
}
