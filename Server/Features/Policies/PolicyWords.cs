using System.Text.Json.Nodes;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Policies;

/// <summary>A key or a value that a policy may have at a place.</summary>
/// <param name="Word">As it is written.</param>
/// <param name="Key">True for a key, false for a value.</param>
/// <param name="Text">What it is, one line.</param>
internal sealed record PolicyWord(string Word, bool Key, string Text);

/// <summary>
/// The keys of a policy and the values of those that have few, for the completion in the editor. Read from the schema, so that a new key is
/// offered as soon as the schema has it.
/// </summary>
internal static class PolicyWords
{
    private static readonly JsonObject Schema = JsonNode.Parse(PolicySchema.Text)!.AsObject();

    /// <summary>By place: empty for the top, <c>window</c>, <c>scopes[].window.initcwnd</c>.</summary>
    public static IReadOnlyDictionary<string, IReadOnlyList<PolicyWord>> All { get; } = Read();

    private static Dictionary<string, IReadOnlyList<PolicyWord>> Read()
    {
        var words = new Dictionary<string, List<PolicyWord>>(StringComparer.Ordinal);
        Walk("", Schema, words);
        return words.ToDictionary(at => at.Key, at => (IReadOnlyList<PolicyWord>)at.Value, StringComparer.Ordinal);
    }

    private static void Walk(string place, JsonObject schema, Dictionary<string, List<PolicyWord>> words)
    {
        if (Referred(schema) is { } referred)
            Walk(place, referred, words);
        foreach (var one in schema["oneOf"]?.AsArray() ?? [])
            Walk(place, one!.AsObject(), words);
        foreach (var (key, value) in schema["properties"]?.AsObject() ?? [])
        {
            Add(place, new(key, Key: true, FirstSentence(Description(value!.AsObject()))), words);
            Walk(place.Length == 0 ? key : $"{place}.{key}", value.AsObject(), words);
        }
        if (schema["items"] is JsonObject items)
            Walk($"{place}[]", items, words);
        foreach (var value in schema["enum"]?.AsArray() ?? [])
            Add(place, new($"{value}", Key: false, Clause(Description(schema), $"{value}")), words);
        if (schema["const"] is { } only)
            Add(place, new($"{only}", Key: false, FirstSentence(Description(schema))), words);
    }

    private static void Add(string place, PolicyWord word, Dictionary<string, List<PolicyWord>> words)
    {
        if (!words.TryGetValue(place, out var there))
            words[place] = there = [];
        if (!there.Exists(one => one.Word == word.Word))
            there.Add(word);
    }

    private static JsonObject? Referred(JsonObject schema) =>
        (string?)schema["$ref"] is { } reference ? Schema["$defs"]![reference.Split('/')[^1]]!.AsObject() : null;

    private static string Description(JsonObject schema) =>
        (string?)schema["description"] ?? (Referred(schema) is { } referred ? Description(referred) : "");

    private static string FirstSentence(string text) => text.Split(". ")[0].TrimEnd('.').Replace("`", "", StringComparison.Ordinal);

    /// <summary>The description of an enumeration has a clause for each value, which starts with it.</summary>
    private static string Clause(string text, string value) =>
        text.Split("; ")
            .FirstOrDefault(clause => clause.StartsWith($"{value} ", StringComparison.Ordinal))
            ?[(value.Length + 1)..].TrimEnd('.')
        ?? "";
}
