using System.Text.Json;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Scim.Documents;

/// <summary>The document of a call, checked as a whole before anything of it is used.</summary>
internal static class ScimBody
{
    private static readonly JsonDocumentOptions Strict = new() { AllowDuplicateProperties = false };

    /// <returns>The document; or why it is none. It is independent of the request.</returns>
    public static async Task<(JsonElement Body, ScimError? Error)> ReadAsync(HttpContext context)
    {
        try
        {
            using var document = await JsonDocument.ParseAsync(context.Request.Body, Strict, context.RequestAborted);
            return document.RootElement.ValueKind != JsonValueKind.Object
                    ? (default, ScimError.InvalidSyntax("The body must be a JSON object."))
                : Problem(document.RootElement) is { } problem ? (default, ScimError.InvalidSyntax(problem))
                : (document.RootElement.Clone(), null);
        }
        catch (JsonException unread)
        {
            return (default, ScimError.InvalidSyntax($"The body is not JSON: {ScimError.Short(unread.Message)}"));
        }
        catch (InvalidOperationException)
        {
            // The search for a member that is there twice cannot read half a character.
            return (default, ScimError.InvalidSyntax(Hidden));
        }
    }

    /// <summary>The member of that name, without regard to case (RFC 7643 §2.1).</summary>
    public static JsonElement? Member(JsonElement of, string name)
    {
        foreach (var one in of.EnumerateObject())
            if (one.Name.Equals(name, StringComparison.OrdinalIgnoreCase))
                return one.Value;
        return null;
    }

    /// <summary>True when <c>schemas</c> names it, or is not there: some providers leave it out.</summary>
    public static bool Names(JsonElement body, string urn) =>
        Member(body, "schemas") is not { ValueKind: JsonValueKind.Array } named
        || named
            .EnumerateArray()
            .Any(one => one.ValueKind == JsonValueKind.String && one.GetString()!.Equals(urn, StringComparison.OrdinalIgnoreCase));

    /// <summary>Texts that cannot be stored or shown are refused here, so that nothing later meets one.</summary>
    private static string? Problem(JsonElement at)
    {
        switch (at.ValueKind)
        {
            case JsonValueKind.Object:
                foreach (var member in at.EnumerateObject())
                    if ((Plain(() => member.Name) ? Problem(member.Value) : Hidden) is { } found)
                        return found;
                return null;
            case JsonValueKind.Array:
                foreach (var item in at.EnumerateArray())
                    if (Problem(item) is { } found)
                        return found;
                return null;
            case JsonValueKind.String:
                return Plain(() => at.GetString()!) ? null : Hidden;
            default:
                return null;
        }
    }

    private const string Hidden = "A text holds half a character, a control character or another that is not shown.";

    private static bool Plain(Func<string> text)
    {
        try
        {
            return ShownText.IsPlain(text());
        }
        catch (InvalidOperationException)
        {
            // Half of a surrogate pair (RFC 8259 §8.2).
            return false;
        }
    }
}
