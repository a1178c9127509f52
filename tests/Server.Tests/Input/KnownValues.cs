using System.Collections.Concurrent;
using System.Text.Json;

namespace IwTune.Server.Tests.Input;

/// <summary>Values from answers, by the name of the field: later calls use existing objects.</summary>
internal sealed class KnownValues
{
    private const int Most = 64,
        Longest = 400;
    private readonly ConcurrentDictionary<string, List<string>> values = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Values of a field, or of what a field of this name usually refers to.</summary>
    public IReadOnlyList<string> Of(string name)
    {
        var list =
            values.GetValueOrDefault(name)
            ?? (
                name.ToLowerInvariant() switch
                {
                    "idorname" or "host" or "hosts" => values.GetValueOrDefault(Seed("hosts")),
                    "after" or "before" => values.GetValueOrDefault("next"),
                    "selector" or "q" or "query" or "canaries" or "matched" => values.GetValueOrDefault(Seed("selectors")),
                    _ => null,
                }
            );
        if (list is null)
            return [];
        lock (list)
            return [.. list];
    }

    public void Add(string name, string value)
    {
        if (value.Length is 0 or > Longest)
            return;
        var list = values.GetOrAdd(name, _ => []);
        lock (list)
        {
            if (list.Contains(value))
                return;
            if (list.Count == Most)
                list.RemoveAt(Most / 2);
            list.Add(value);
        }
    }

    public void Learn(string path, JsonElement answer, string name = "")
    {
        switch (answer.ValueKind)
        {
            case JsonValueKind.Object:
                foreach (var field in answer.EnumerateObject())
                    Learn(path, field.Value, field.Name);
                break;
            case JsonValueKind.Array:
                foreach (var item in answer.EnumerateArray().Take(10))
                    Learn(path, item, name.TrimEnd('s'));
                break;
            case JsonValueKind.String:
                Add(name, answer.GetString()!);
                if (name == "id")
                    Add(Seed(Collection(path)), answer.GetString()!);
                break;
            default:
                break;
        }
    }

    /// <summary>Where the ids of a collection are stored: <c>/api/v1/hosts/{id}/labels</c> takes those of <c>hosts</c>.</summary>
    public static string Seed(string collection) => "of " + collection;

    public static string Collection(string path) => path.TrimStart('/').Split('/', '?') is [_, _, var collection, ..] ? collection : path;
}
