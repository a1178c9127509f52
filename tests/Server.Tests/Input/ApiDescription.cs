using System.Text.Json;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Input;

/// <summary>The document the running server serves.</summary>
internal sealed class ApiDescription
{
    private readonly JsonElement root;

    private ApiDescription(JsonElement root)
    {
        this.root = root;
        Operations =
        [
            .. root.GetProperty("paths")
                .EnumerateObject()
                .SelectMany(path =>
                    path.Value.EnumerateObject()
                        .Where(method => method.Name is "get" or "put" or "post" or "delete" or "patch" or "head")
                        .Select(method => new ApiOperation(method.Name.ToUpperInvariant(), path.Name, method.Value, this))
                ),
        ];
    }

    public IReadOnlyList<ApiOperation> Operations { get; }

    public JsonElement Root => root;

    public static async Task<ApiDescription> OfAsync(RunningServer server)
    {
        using var document = JsonDocument.Parse(await server.Client().GetStringAsync("/api/v1/openapi.json"));
        return new(document.RootElement.Clone());
    }

    /// <summary>The schema itself, where a reference names it.</summary>
    public JsonElement Resolve(JsonElement schema)
    {
        while (schema.TryGetProperty("$ref", out var reference))
            schema = root.GetProperty("components").GetProperty("schemas").GetProperty(reference.GetString()!.Split('/')[^1]);
        return schema;
    }
}
