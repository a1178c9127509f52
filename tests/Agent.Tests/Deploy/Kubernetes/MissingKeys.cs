using System.Text.Json.Nodes;

namespace IwTune.Agent.Tests.Deploy.Kubernetes;

/// <summary>Finds where a path such as <c>spec.containers[*].name</c> leads to nothing, although its parent is there.</summary>
internal static class MissingKeys
{
    public static IEnumerable<string> In(JsonNode root, string path)
    {
        var steps = path.Split('.');
        IEnumerable<JsonNode?> reached = [root];
        foreach (var step in steps[..^1])
        {
            var list = step.EndsWith("[*]", StringComparison.Ordinal);
            var found = reached.OfType<JsonObject>().Select(node => node[step.Replace("[*]", "", StringComparison.Ordinal)]);
            reached = list ? found.OfType<JsonArray>().SelectMany(items => items) : found;
        }
        return reached.OfType<JsonObject>().Where(node => node[steps[^1]] is null).Select(_ => path);
    }
}
