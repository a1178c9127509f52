using System.Text;
using System.Text.Json.Nodes;

namespace IwTune.Server.Tests.Input;

/// <summary>
/// Every way in which a document can be invalid for its call. Made from the example in the API's description, so exactly one thing is
/// wrong.
/// </summary>
internal static class Malformed
{
    private static readonly string[] Others = ["\"x\"", "true", "[]", "{}", "-1e999", "12345678901234567890123456789012345678901234567890"];

    /// <summary>The documents that must be refused, with their error.</summary>
    public static IEnumerable<(string What, byte[] Body)> Of(ApiOperation operation)
    {
        var text = operation.Example!;
        if (operation.ContentType == "application/json")
            yield return ("nothing", []);
        yield return ("half of it", Bytes(text[..(text.Length / 2)]));
        yield return ("an open brace", "{"u8.ToArray());
        yield return ("a list", "[]"u8.ToArray());
        yield return ("a text", "\"x\""u8.ToArray());
        yield return ("null", "null"u8.ToArray());
        yield return ("two documents", Bytes(text + text));
        yield return ("a key twice", Bytes($"{text[..^1]},{text[1..]}"));
        yield return ("deep nesting", Bytes(new string('[', 4000)));
        yield return ("a raw NUL", [.. Bytes(text[..1]), 0, .. Bytes(text[1..])]);
        yield return ("UTF-16", Encoding.Unicode.GetBytes(text));
        yield return ("a comment", Bytes("/* x */" + text + "//"));
        var whole = JsonNode.Parse(text)!.AsObject();
        foreach (var (name, value) in whole.ToList())
        {
            foreach (var other in Others.Where(other => Differs(value, other)))
                yield return ($"{name} as {other}", With(whole, name, other));
            if (value is JsonValue word && word.GetValueKind() == System.Text.Json.JsonValueKind.String)
            {
                yield return ($"{name} with NUL", With(whole, name, "\"a\\u0000b\""));
                yield return ($"{name} with bad UTF-8", Bad(With(whole, name, "\"a?b\"")));
                yield return ($"{name} with half a character", With(whole, name, "\"a\\ud800b\""));
            }
        }
    }

    // "1" is read as a number on purpose (JsonSerializerDefaults.Web); an object where a text belongs is not.
    private static bool Differs(JsonNode? value, string other) =>
        value switch
        {
            JsonObject => other != "{}",
            JsonArray => other != "[]",
            JsonValue one when one.GetValueKind() == System.Text.Json.JsonValueKind.String => other[0] != '"',
            JsonValue one when one.GetValueKind() == System.Text.Json.JsonValueKind.Number => true,
            JsonValue => other != "true",
            _ => false,
        };

    private static byte[] With(JsonObject whole, string name, string other) =>
        Bytes($"{{{string.Join(',', whole.Select(field => Field(field.Key, field.Key == name ? other : field.Value?.ToJsonString())))}}}");

    private static string Field(string name, string? value) => $"\"{name}\":{value ?? "null"}";

    private static byte[] Bad(byte[] body) => [.. body.Select(one => one == '?' ? (byte)0xC3 : one)];

    private static byte[] Bytes(string text) => Encoding.UTF8.GetBytes(text);
}
