using IwTune.Shared.Policies.Syntax;

namespace IwTune.Shared.Selectors;

/// <summary>What a selector of containers can ask for: facts that a host reads from its own files, without the API of a runtime.</summary>
public static class ContainerKeys
{
    /// <summary>The namespace of a pod.</summary>
    public const string Namespace = "namespace";

    /// <summary>The name of a pod.</summary>
    public const string Pod = "pod";

    /// <summary>The quality of service class of a pod.</summary>
    public const string Qos = "qos";

    /// <summary>What runs the container.</summary>
    public const string Runtime = "runtime";

    /// <summary>The id of a container.</summary>
    public const string Container = "container";

    /// <summary>Every key, each with what it is.</summary>
    public static IReadOnlyList<(string Key, string Meaning)> All { get; } =
    [
        (Namespace, "the namespace of a pod"),
        (Pod, "the name of a pod"),
        (Qos, "guaranteed, burstable or besteffort"),
        (Runtime, "kubernetes, docker, podman, containerd, crio, lxc or nspawn"),
        (Container, "the id of a container, whole or its first 12 characters; the name of an lxc or nspawn container"),
    ];

    /// <summary>Why a text is no key, with what to write instead; <see langword="null"/> for a key.</summary>
    internal static string? Refuse(string key)
    {
        string[] known = [.. All.Select(one => one.Key)];
        if (Array.IndexOf(known, key) >= 0)
            return null;
        return key.Length == 0 ? "the key is missing before it; write key:value"
            : Array.IndexOf(known, SelectorText.Fold(key)) >= 0 ? $"keys are lower-case; write {SelectorText.Fold(key)}"
            : key == SelectorKeys.Label ? "a host cannot read the labels of pods without the cluster's API; select by namespace and pod"
            : $"is no fact of a container; the keys are {string.Join(", ", known)}"
                + (NearestWord.Of(key, known) is { } nearest ? $"; did you mean '{nearest}'?" : "");
    }

    /// <summary>Whether a text can be the name of a pod or a namespace (RFC 1123 §2.1).</summary>
    internal static bool IsName(string text)
    {
        foreach (var c in text)
            if (!char.IsAsciiLetterLower(c) && !char.IsAsciiDigit(c) && c is not ('-' or '.'))
                return false;
        return text.Length > 0;
    }
}
