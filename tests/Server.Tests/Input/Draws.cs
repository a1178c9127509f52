using System.Text.Json;
using System.Text.Json.Nodes;

namespace IwTune.Server.Tests.Input;

/// <summary>
/// Values that fit a schema, or nearly so: the fleet's real values (ids, names, cursors from answers), edges, and nonsense.
/// </summary>
internal sealed class Draws(Random random, KnownValues known, ApiDescription api)
{
    private const int Deepest = 6,
        MostItems = 4;

    private static readonly string[] Texts =
    [
        "",
        " ",
        "*",
        "a",
        "edge",
        "web",
        "because it is better",
        "os:linux",
        "site:fra -role:db",
        "kernel:>=5.15",
        "label",
        "label:site",
        "site",
        "policy",
        "ä😀\u202Eß",
        "\0",
        "a\0b",
        "\uFFFF",
        "-1",
        "0",
        "1",
        "99999999999999999999",
        "1e400",
        "NaN",
        "true",
        "null",
        "2026-01-01T00:00:00Z",
        "2026-01-01",
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59.9999999Z",
        "1969-12-31T23:59:59Z",
        "-1d",
        "90d",
        "1.00:00:00",
        "P1D",
        "'; drop table hosts; --",
        "%",
        "%25",
        "_",
        "..",
        "../../etc/passwd",
        "<script>alert(1)</script>",
        "=cmd|' /C calc'!A1",
        "\r\nSet-Cookie: a=b",
        "{}",
        "[]",
        "AAAA",
        "YQBi",
        "_w",
        "10.0.0.0/8",
        "::/0",
        "default",
        "0.0.0.0/0",
        "policy: edge\nwindow: { initcwnd: 10 }\nscopes: [default]\n",
        "policy: web\nwindow: { initcwnd: 3 }\nscopes: [default]\n",
        "policy: x\nwindow: { initcwnd: 0 }\nscopes: []\n",
        "policy: [",
        "&a [*a]",
        "https://127.0.0.1:1/x",
        "user:test",
        "Admin",
        "Read",
    ];

    private static readonly long[] Numbers =
    [
        0,
        1,
        2,
        3,
        10,
        -1,
        100,
        500,
        501,
        1000,
        35,
        36,
        60,
        86_400,
        31_622_400,
        int.MaxValue,
        int.MinValue,
        1L + int.MaxValue,
        long.MaxValue,
        long.MinValue,
        253_402_300_799,
        62_135_596_800,
    ];

    public Random Random => random;

    public bool Chance(int percent) => random.Next(100) < percent;

    public T One<T>(IReadOnlyList<T> of) => of[random.Next(of.Count)];

    public string Text(string name) =>
        Chance(55) && known.Of(name) is { Count: > 0 } values ? One(values)
        : Chance(4) ? new string(One<char>(['a', 'é', '*', ' ', '%']), One<int>([501, 5_000, 20_000]))
        : One(Texts);

    public JsonNode? Value(JsonElement schema, string name, int depth = 0)
    {
        schema = api.Resolve(schema);
        if (schema.TryGetProperty("oneOf", out var choices) || schema.TryGetProperty("anyOf", out choices))
            return depth > Deepest ? null : Value(One([.. choices.EnumerateArray()]), name, depth);
        if (schema.TryGetProperty("enum", out var words) && !Chance(5))
            return JsonNode.Parse(One([.. words.EnumerateArray()]).GetRawText());
        return Types(schema) switch
        {
            { Count: 0 } => schema.TryGetProperty("properties", out _) ? Fields(schema, depth)
            : Chance(50) ? Text(name)
            : null,
            var types => OfType(
                One([.. types.Where(type => type != "null" || depth > Deepest || Chance(25)).DefaultIfEmpty("null")]),
                schema,
                name,
                depth
            ),
        };
    }

    private JsonNode? OfType(string type, JsonElement schema, string name, int depth) =>
        type switch
        {
            "object" => depth > Deepest ? new JsonObject()
            : schema.TryGetProperty("properties", out _) ? Fields(schema, depth)
            : Map(schema, name, depth),
            "array" => depth > Deepest ? new JsonArray() : List(schema, name, depth),
            "integer" => Chance(60) ? random.Next(0, 40) : One(Numbers),
            "number" => Chance(70) ? random.NextDouble() * 100 : One<double>([0, -1, 1e308, -1e308, 1e-320, long.MaxValue]),
            "boolean" => Chance(50),
            "string" when IsNumber(schema) => Chance(80) ? random.Next(0, 40) : One(Texts),
            "string" => Instant(schema) ?? Text(name),
            _ => null,
        };

    private JsonNode? Instant(JsonElement schema) =>
        schema.TryGetProperty("format", out var format) && format.GetString() == "date-time" && Chance(80)
            ? One<string>([
                "2026-01-01T00:00:00Z",
                "2030-06-01T12:00:00+02:00",
                "0001-01-01T00:00:00Z",
                "9999-12-31T23:59:59.9999999Z",
                "9999-12-31T23:59:59-14:00",
                "0001-01-01T00:00:00+14:00",
                "1970-01-01T00:00:00Z",
            ])
            : null;

    private JsonObject Fields(JsonElement schema, int depth)
    {
        var made = new JsonObject();
        var needed = schema.TryGetProperty("required", out var required)
            ? required.EnumerateArray().Select(name => name.GetString()!).ToHashSet(StringComparer.Ordinal)
            : [];
        foreach (var property in schema.GetProperty("properties").EnumerateObject())
        {
            if (needed.Contains(property.Name) ? !Chance(3) : Chance(60))
                made[property.Name] = Chance(3) ? null : Value(property.Value, property.Name, depth + 1);
        }
        return made;
    }

    private JsonObject Map(JsonElement schema, string name, int depth)
    {
        var made = new JsonObject();
        for (var left = random.Next(MostItems); left > 0; left--)
            made[Text("key")] =
                schema.TryGetProperty("additionalProperties", out var of) && of.ValueKind == JsonValueKind.Object
                    ? Value(of, name, depth + 1)
                    : Text(name);
        return made;
    }

    private JsonArray List(JsonElement schema, string name, int depth)
    {
        var made = new JsonArray();
        for (var left = random.Next(MostItems); left > 0; left--)
            made.Add(schema.TryGetProperty("items", out var of) ? Value(of, name.TrimEnd('s'), depth + 1) : Text(name));
        return made;
    }

    private static bool IsNumber(JsonElement schema) =>
        Types(schema) is var types && (types.Contains("integer") || types.Contains("number"));

    private static List<string> Types(JsonElement schema) =>
        !schema.TryGetProperty("type", out var type) ? []
        : type.ValueKind == JsonValueKind.String ? [type.GetString()!]
        : [.. type.EnumerateArray().Select(one => one.GetString()!)];
}
