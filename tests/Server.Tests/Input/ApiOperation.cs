using System.Text.Json;

namespace IwTune.Server.Tests.Input;

/// <summary>
/// One call, as the server's own OpenAPI document describes it: a new endpoint is automatically in every table of these tests.
/// </summary>
internal sealed record ApiOperation(string Method, string Path, JsonElement Description, ApiDescription Api)
{
    public bool ByHost => Security("host");

    public bool ByToken => Security("apiToken");

    /// <summary>The permission that a token needs; empty for a call that needs none.</summary>
    public string Needed =>
        ByToken
            ? Description.GetProperty("security")[0].GetProperty("apiToken") is { ValueKind: JsonValueKind.Array } scopes
            && scopes.GetArrayLength() > 0
                ? scopes[0].GetString()!
                : ""
            : "";

    public JsonElement? Body => Content is { } content ? content.Value.GetProperty("schema") : null;

    /// <summary>An example document for the call, from the description; <see langword="null"/> when it takes none.</summary>
    public string? Example =>
        Content is { } content && content.Value.TryGetProperty("example", out var example)
            ? System.Text.Json.Nodes.JsonNode.Parse(example.GetRawText())!.ToJsonString()
            : null;

    public string ContentType => Content?.Name ?? "";

    public bool Writes => Method is not "GET" and not "HEAD";

    public IEnumerable<JsonElement> Parameters => Description.TryGetProperty("parameters", out var list) ? list.EnumerateArray() : [];

    public IReadOnlySet<int> Statuses =>
        Description.GetProperty("responses").EnumerateObject().Select(response => int.Parse(response.Name)).ToHashSet();

    private JsonProperty? Content =>
        Description.TryGetProperty("requestBody", out var body) ? body.GetProperty("content").EnumerateObject().First() : null;

    public override string ToString() => $"{Method} {Path}";

    private bool Security(string scheme) =>
        Description.TryGetProperty("security", out var security) && security.EnumerateArray().Any(one => one.TryGetProperty(scheme, out _));
}
