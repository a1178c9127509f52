namespace IwTune.Agent.Linux.Containers;

/// <summary>
/// The namespaces and names of pods: kubelet keeps the logs of each in a folder NAMESPACE_NAME_UID (BuildPodLogsDirectory,
/// pkg/kubelet/kuberuntime/helpers.go). None of the three can contain an underscore.
/// </summary>
internal static class PodNames
{
    /// <param name="folder">kubelet's podLogsDir.</param>
    /// <returns>UID → namespace and name; empty when the folder is not there or may not be read.</returns>
    public static Dictionary<string, (string Namespace, string Pod)> Read(string folder)
    {
        var found = new Dictionary<string, (string, string)>(StringComparer.Ordinal);
        try
        {
            foreach (var path in Directory.EnumerateDirectories(folder))
                if (Path.GetFileName(path).Split('_') is [{ Length: > 0 } space, { Length: > 0 } pod, { Length: > 0 } uid])
                    found[uid] = (space, pod);
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            // A host without kubelet has none, and pods can then be selected by their class only.
        }
        return found;
    }
}
