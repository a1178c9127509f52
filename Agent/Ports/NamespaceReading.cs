using IwTune.Shared.Policies;

namespace IwTune.Agent.Ports;

/// <summary>The network namespaces of this host, each with routes of its own.</summary>
/// <param name="All">Those that processes are in or that have a name; the agent's own first.</param>
/// <param name="UnseenProcesses">Processes whose namespace may not be read.</param>
public sealed record NamespaceReading(IReadOnlyList<NetworkNamespace> All, int UnseenProcesses)
{
    /// <summary>The namespaces that the agent's routes do not reach.</summary>
    public IEnumerable<NetworkNamespace> Others => All.Where(space => !space.IsOwn);
}

/// <summary>One network namespace.</summary>
/// <param name="Number">The system's number for it (its inode), constant while it exists.</param>
/// <param name="Name">As <c>ip netns</c> knows it; empty for one without a name, such as a container's.</param>
/// <param name="Processes">How many processes are in it, of those that can be seen.</param>
/// <param name="Example">The oldest of them: <c>nginx, pid 812</c>; empty when none is in it.</param>
/// <param name="Container">The container they are in, the first twelve letters of its id; empty when they are in none.</param>
/// <param name="IsOwn">True for the agent's own.</param>
public sealed record NetworkNamespace(ulong Number, string Name, int Processes, string Example, string Container, bool IsOwn)
{
    /// <summary>
    /// The containers and pods that its processes belong to, each once; a pod on the host's network is in the agent's own.
    /// </summary>
    public IReadOnlyList<ContainerFacts> Containers { get; init; } = [];
}
