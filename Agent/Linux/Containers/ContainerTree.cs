using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Containers;

/// <summary>The containers and pods of a host, by the folders of its control groups.</summary>
/// <param name="root">The directory of the top group, or the one that the administrator chose.</param>
/// <param name="pods">Where kubelet keeps the logs of pods.</param>
internal sealed class ContainerTree(string root, string pods)
{
    /// <summary>Runtimes nest no deeper: kind in a container of a systemd host has eight folders above a pod.</summary>
    private const int Deepest = 12;

    /// <summary>kubelet allows 110 pods a node by default; a host with more groups than this is read in part.</summary>
    private const int MostFolders = 20_000;

    /// <summary>Where kubelet keeps the logs of pods.</summary>
    public string Pods => pods;

    /// <summary>Reads them anew.</summary>
    /// <param name="visited">Gets the folders in which containers can appear, for a watch; <see langword="null"/> for none.</param>
    /// <exception cref="IOException">The hierarchy is not there.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be read.</exception>
    public IReadOnlyList<FoundContainer> Read(Action<string>? visited = null)
    {
        var found = new Dictionary<string, FoundContainer>(StringComparer.Ordinal);
        var names = PodNames.Read(pods);
        var waiting = new Queue<(string Path, string[] Folders)>([(root, Above(root))]);
        visited?.Invoke(root);
        for (var seen = 0; seen < MostFolders && waiting.TryDequeue(out var next); seen++)
        {
            foreach (var path in Below(next.Path, isRoot: next.Path == root))
            {
                string[] folders = [.. next.Folders, Path.GetFileName(path)];
                if (ContainerPath.Read(folders) is { } place)
                {
                    Add(found, place, path, names);
                    if (place.Runtime == ContainerFacts.Kubernetes)
                        visited?.Invoke(path);
                }
                else if (folders.Length < Deepest && !ContainerPath.IsMonitor(folders[^1]))
                {
                    visited?.Invoke(path);
                    waiting.Enqueue((path, folders));
                }
            }
        }
        return [.. found.Values];
    }

    /// <summary>A chosen group below kubelet's own still lies in it, which only its path shows.</summary>
    private static string[] Above(string root)
    {
        var folders = root.Split('/');
        var kubelets = Array.LastIndexOf(folders, ContainerPath.Kubepods);
        return kubelets < 0 ? [] : folders[kubelets..];
    }

    private static void Add(
        Dictionary<string, FoundContainer> found,
        ContainerPath place,
        string path,
        Dictionary<string, (string Namespace, string Pod)> names
    )
    {
        var facts = new ContainerFacts(place.Runtime, place.Id) { Qos = place.Qos, Containers = [place.Id] };
        if (place.Runtime == ContainerFacts.Kubernetes)
        {
            var members = Members(path);
            // kubelet makes the group of a pod before its name can be read; a pod without a container has no connection to set.
            if (members.Count == 0)
                return;
            var (space, pod) = names.GetValueOrDefault(place.Id, ("", ""));
            facts = facts with { Namespace = space, Pod = pod, Containers = members };
        }
        found.TryAdd(facts.TargetId, new FoundContainer(facts, path));
    }

    private static List<string> Members(string path) =>
        [
            .. Below(path, isRoot: false)
                .Select(Path.GetFileName)
                .OfType<string>()
                .Where(folder => !ContainerPath.IsMonitor(folder))
                .Select(folder => ContainerPath.MemberOf(folder) ?? folder),
        ];

    /// <summary>A group may end while it is read.</summary>
    private static string[] Below(string path, bool isRoot)
    {
        try
        {
            return Directory.GetDirectories(path);
        }
        catch (Exception gone) when (!isRoot && gone is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}

/// <summary>A container or pod of this host.</summary>
/// <param name="Facts">What selectors ask for.</param>
/// <param name="Group">The directory of its control group.</param>
internal sealed record FoundContainer(ContainerFacts Facts, string Group);
