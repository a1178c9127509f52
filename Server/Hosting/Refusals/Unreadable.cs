using System.Text.Json;

namespace IwTune.Server.Hosting.Refusals;

/// <summary>Why a request could not be read, for its author: where, and what was expected there.</summary>
internal static class Unreadable
{
    private const int Longest = 400;

    /// <summary>A sentence; <see langword="null"/> when nothing more is known than the status.</summary>
    public static string? Told(BadHttpRequestException bad) =>
        bad.InnerException switch
        {
            JsonException json => $"The body is not valid JSON for this call: {Short(json.Message.Split(" Path:")[0])}{Place(json)} See "
                + "/api/v1/openapi.json.",
            _ when bad.Message.Contains("parameter", StringComparison.OrdinalIgnoreCase) =>
                $"{Short(bad.Message)} See /api/v1/openapi.json.",
            _ => null,
        };

    private static string Place(JsonException json) =>
        json.Path is null or "$" && json.LineNumber is null
            ? ""
            : $" At {Short(json.Path ?? "$")}{(json.LineNumber is { } line ? $", line {line + 1}" : "")}.";

    private static string Short(string text) => text.Length > Longest ? text[..Longest] + "…" : text;
}
