using System.Text.Json;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>Reads single claims.</summary>
internal static class Claims
{
    public static string? Text(JsonElement claims, string name) =>
        claims.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.String ? value.GetString() : null;

    public static long? Seconds(JsonElement claims, string name) =>
        claims.TryGetProperty(name, out var value)
        && value.ValueKind == JsonValueKind.Number
        && value.TryGetDouble(out var seconds)
        && Math.Abs(seconds) < 1e12
            ? (long)seconds
            : null;
}
