using System.Text.Json.Nodes;
using IwTune.Lab;
using k8s;
using k8s.Models;

namespace IwTune.Agent.Tests.Deploy.Kubernetes;

/// <summary>The documents of <c>deploy/kubernetes</c>, by the types of Kubernetes's own client.</summary>
internal static class Manifests
{
    private static readonly Dictionary<string, Type> Kinds = new(StringComparer.Ordinal)
    {
        ["v1/Namespace"] = typeof(V1Namespace),
        ["scheduling.k8s.io/v1/PriorityClass"] = typeof(V1PriorityClass),
        ["v1/ServiceAccount"] = typeof(V1ServiceAccount),
        ["v1/ConfigMap"] = typeof(V1ConfigMap),
        ["v1/Secret"] = typeof(V1Secret),
        ["apps/v1/DaemonSet"] = typeof(V1DaemonSet),
    };

    public static string Folder { get; } = Path.Combine(Binaries.Root, "deploy", "kubernetes");

    public static IEnumerable<string> Files =>
        Directory
            .EnumerateFiles(Folder, "*.yaml")
            .Select(path => Path.GetFileName(path))
            .Where(name => name != "kustomization.yaml")
            .Order();

    public static string Text(string name) => File.ReadAllText(Path.Combine(Folder, name));

    /// <summary>Every object of the text. An unknown key, a key twice or a value of another type is an error.</summary>
    public static IReadOnlyList<object> Read(string text) =>
        [.. KubernetesYaml.LoadAllFromString(text, Kinds.ToDictionary(kind => kind.Key, kind => kind.Value), strict: true)];

    public static V1DaemonSet DaemonSet => Read(Text("agent.yaml")).OfType<V1DaemonSet>().Single();

    public static T Only<T>(string name) => Assert.Single(Read(Text(name)).OfType<T>());

    /// <summary>The object as the API would get it: only what is set.</summary>
    public static JsonNode Json(object manifest) => JsonNode.Parse(KubernetesJson.Serialize(manifest))!;
}
