using System.Text.Json;

namespace IwTune.Server.Tests.Input;

/// <summary>Whether a refusal is problem details that a program and a person can use (RFC 9457).</summary>
internal static class Problems
{
    /// <summary>What is wrong with it; <see langword="null"/> when it is sound.</summary>
    public static string? Of(HttpResponseMessage answer, byte[] text)
    {
        if (answer.Content.Headers.ContentType?.MediaType != "application/problem+json")
            return $"is {answer.Content.Headers.ContentType?.MediaType ?? "nothing"} instead of problem details";
        try
        {
            using var document = JsonDocument.Parse(text);
            var problem = document.RootElement;
            foreach (var field in (string[])["type", "title", "detail", "instance"])
            {
                if (!problem.TryGetProperty(field, out var value) || value.GetString() is not { Length: > 0 })
                    return $"has no {field}";
            }
            return problem.GetProperty("status").GetInt32() == (int)answer.StatusCode ? null : "says another status";
        }
        catch (JsonException)
        {
            return "is no JSON";
        }
    }
}
