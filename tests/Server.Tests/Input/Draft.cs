using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace IwTune.Server.Tests.Input;

/// <summary>Makes a call from its description: address, query and body.</summary>
internal sealed class Draft(Draws draws, KnownValues known)
{
    private static readonly string[] Kinds =
    [
        "application/json",
        "application/json",
        "application/json",
        "text/plain",
        "application/json; charset=utf-16",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/x-ndjson",
        "",
        "nonsense",
    ];

    public ApiCall Of(ApiOperation operation)
    {
        var address = new StringBuilder(operation.Path);
        var questions = new List<string>();
        foreach (var parameter in operation.Parameters)
        {
            var name = parameter.GetProperty("name").GetString()!;
            switch (parameter.GetProperty("in").GetString())
            {
                case "path":
                    address.Replace($"{{{name}}}", Segment(operation, name, parameter.GetProperty("schema")));
                    break;
                case "query" when draws.Chance(45):
                    questions.Add($"{name}={Escaped(Plain(draws.Value(parameter.GetProperty("schema"), name)))}");
                    break;
                default:
                    break;
            }
        }
        if (draws.Chance(3))
            questions.Add(draws.One<string>(["a", "=", "q=%ff", "q=%00", "limit=1&limit=2", "%", "&&", "after=%F0%9F"]));
        var whole = questions.Count == 0 ? address.ToString() : $"{address}?{string.Join('&', questions)}";
        var call = new ApiCall(operation, whole, Body(operation), draws.Chance(95) ? operation.ContentType : draws.One(Kinds));
        return draws.Chance(3)
            ? call with
            {
                Headers =
                [
                    (
                        draws.One<string>([
                            "If-Match",
                            "If-None-Match",
                            "Accept",
                            "Accept-Encoding",
                            "Content-Encoding",
                            "X-Forwarded-For",
                            "Cookie",
                            "Range",
                            "Expect",
                            "Idempotency-Key",
                        ]),
                        draws.One<string>([
                            "*",
                            "\"x\"",
                            "W/\"1\"",
                            "",
                            "gzip",
                            "text/html",
                            "application/xml;q=0",
                            "bytes=0-1",
                            "iwtune=x",
                            "100-continue",
                            "1.2.3.4",
                        ])
                    ),
                ],
            }
            : call;
    }

    private string Segment(ApiOperation operation, string name, JsonElement schema)
    {
        var ids = known.Of(KnownValues.Seed(KnownValues.Collection(operation.Path)));
        if (draws.Chance(65) && ids.Count > 0 && name is "id" or "idOrName")
            return Escaped(draws.One(ids.Count > 0 ? ids : ["x"]));
        var text = Plain(draws.Value(schema, name)).Replace("\0", "", StringComparison.Ordinal);
        return text.Length is 0 or > 2000 || text is "." or ".." ? "x" : Escaped(text);
    }

    private byte[]? Body(ApiOperation operation)
    {
        if (operation.Body is not { } schema)
            return draws.Chance(2) ? "{}"u8.ToArray() : null;
        var lines = operation.ContentType == "application/x-ndjson" ? draws.Random.Next(1, 4) : 1;
        var body = Encoding.UTF8.GetBytes(
            string.Join('\n', Enumerable.Range(0, lines).Select(_ => draws.Value(schema, "")?.ToJsonString() ?? "null"))
        );
        return draws.Chance(15) ? Damage.Of(draws, body) : body;
    }

    private static string Plain(JsonNode? value) =>
        value switch
        {
            null => "",
            JsonValue one when one.GetValueKind() == JsonValueKind.String => one.GetValue<string>(),
            _ => value.ToJsonString(),
        };

    private static string Escaped(string text) => Uri.EscapeDataString(text.Length > 3000 ? text[..3000] : text);
}
