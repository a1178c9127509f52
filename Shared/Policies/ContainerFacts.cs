using IwTune.Shared.Selectors;

namespace IwTune.Shared.Policies;

/// <summary>What a host knows of a container or pod by its own files: the input of a containers scope.</summary>
/// <param name="Runtime">
/// <c>kubernetes</c>, <c>docker</c>, <c>podman</c>, <c>containerd</c>, <c>crio</c>, <c>lxc</c>, <c>nspawn</c>.
/// </param>
/// <param name="Id">The pod's UID; elsewhere the container's id of 64 hexadecimal digits, or its name.</param>
public sealed record ContainerFacts(string Runtime, string Id) : ISelectable
{
    /// <summary>How many characters of a long id runtimes show, and a target's id has.</summary>
    public const int ShortId = 12;

    /// <summary>The runtime of pods.</summary>
    public const string Kubernetes = "kubernetes";

    private const string IdWord = "container";

    /// <summary>The namespace of the pod; empty when it is not known, or the container is in no pod of a cluster.</summary>
    public string Namespace { get; init; } = "";

    /// <summary>The name of the pod; empty when it is not known, or the container is in no pod of a cluster.</summary>
    public string Pod { get; init; } = "";

    /// <summary><c>guaranteed</c>, <c>burstable</c> or <c>besteffort</c>; empty for a container in no pod of a cluster.</summary>
    public string Qos { get; init; } = "";

    /// <summary>The ids of the containers in it; those of a pod are not part of a target's id and unknown where that is read.</summary>
    public IReadOnlyList<string> Containers { get; init; } = [];

    /// <summary>The name for people: <c>shop/web-1</c>, <c>docker 3350ade4226f</c>.</summary>
    public string Name =>
        Pod.Length > 0 ? $"{Namespace}/{Pod}"
        : Runtime == Kubernetes ? $"pod {Id}"
        : $"{Runtime} {Short(Id)}";

    /// <summary>
    /// The id of the target: <c>container kubernetes shop/web-1 burstable 63b3ebfc-2890-11e9-8154-16bf8ef8d9dc</c>,
    /// <c>container docker 3350ade4226f</c>.
    /// </summary>
    public string TargetId =>
        Runtime == Kubernetes
            ? $"{IdWord} {Runtime} {(Pod.Length > 0 ? $"{Namespace}/{Pod}" : "-")} {Qos} {Id}"
            : $"{IdWord} {Runtime} {Short(Id)}";

    /// <inheritdoc/>
    public bool Has(string key, SelectorValue value) =>
        key switch
        {
            ContainerKeys.Runtime => value.Holds(Runtime),
            ContainerKeys.Namespace => Namespace.Length > 0 && value.Holds(Namespace),
            ContainerKeys.Pod => Pod.Length > 0 && value.Holds(Pod),
            ContainerKeys.Qos => Qos.Length > 0 && value.Holds(Qos),
            ContainerKeys.Container => HasContainer(value),
            _ => false,
        };

    /// <summary>True for the id of a container's target.</summary>
    public static bool IsTarget(string id) => id.StartsWith(IdWord + " ", StringComparison.Ordinal);

    /// <summary>Reads the form that <see cref="TargetId"/> has.</summary>
    /// <returns><see langword="null"/> for any other text; nothing is thrown.</returns>
    public static ContainerFacts? TryParse(string id)
    {
        var words = id.Split(' ');
        if (words[0] != IdWord || words.Length is not (3 or 5) || words.Length == 5 != (words[1] == Kubernetes))
            return null;
        if (words.Length == 3)
            return new(words[1], words[2]) { Containers = [words[2]] };
        var slash = words[2].IndexOf('/', StringComparison.Ordinal);
        return new(words[1], words[4])
        {
            Namespace = slash < 0 ? "" : words[2][..slash],
            Pod = slash < 0 ? "" : words[2][(slash + 1)..],
            Qos = words[3],
        };
    }

    /// <summary>The first characters of an id of 64 hexadecimal digits; a name as it is.</summary>
    public static string Short(string id) => id.Length == 64 && id.All(char.IsAsciiHexDigitLower) ? id[..ShortId] : id;

    private bool HasContainer(SelectorValue value)
    {
        foreach (var id in Containers)
            if (value.Holds(id) || value.Holds(Short(id)))
                return true;
        return false;
    }
}
