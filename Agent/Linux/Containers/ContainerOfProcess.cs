using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Containers;

/// <summary>Which container or pod a process belongs to, by the paths of its control groups.</summary>
/// <param name="podLogs">Where kubelet keeps the logs of pods.</param>
internal sealed class ContainerOfProcess(string podLogs)
{
    private readonly Dictionary<string, (string Namespace, string Pod)> _names = PodNames.Read(podLogs);

    /// <param name="memberships">The lines of /proc/PID/cgroup; a host with version 1 may name the container only there.</param>
    /// <returns><see langword="null"/> for a process of the host.</returns>
    public ContainerFacts? Of(IEnumerable<string> memberships)
    {
        const int fields = 3; // number, controllers, path
        foreach (var line in memberships)
        {
            if (line.Split(':', fields) is not [_, _, var path])
                continue;
            var folders = path.Split('/', StringSplitOptions.RemoveEmptyEntries);
            if (ContainerPath.Read(folders) is { } place)
                return Facts(place, folders);
        }
        return null;
    }

    private ContainerFacts Facts(ContainerPath place, string[] folders)
    {
        if (place.Runtime != ContainerFacts.Kubernetes)
            return new ContainerFacts(place.Runtime, place.Id) { Containers = [place.Id] };
        var (space, pod) = _names.GetValueOrDefault(place.Id, ("", ""));
        return new ContainerFacts(place.Runtime, place.Id)
        {
            Namespace = space,
            Pod = pod,
            Qos = place.Qos,
            Containers = folders.Length > place.Depth && ContainerPath.MemberOf(folders[place.Depth]) is { } member ? [member] : [],
        };
    }
}
