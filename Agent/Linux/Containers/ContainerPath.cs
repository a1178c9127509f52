using System.Text.RegularExpressions;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Containers;

/// <summary>
/// What the path of a control group shows of the container or pod it belongs to. The names are those of kubelet
/// (pkg/kubelet/cm/cgroup_manager_linux.go), containerd and CRI-O, runc and crun, Docker, Podman, LXC and systemd-nspawn.
/// </summary>
/// <param name="Runtime">As in <see cref="ContainerFacts.Runtime"/>.</param>
/// <param name="Id">The pod's UID, or the container's id or name.</param>
/// <param name="Qos">Of a pod.</param>
/// <param name="Depth">How many folders of the path lead to the group that is the container or pod.</param>
internal sealed partial record ContainerPath(string Runtime, string Id, string Qos, int Depth)
{
    internal const string Kubepods = "kubepods";

    /// <summary>Reads a path below the top of the hierarchy.</summary>
    /// <returns>
    /// The outermost container or pod, so that what runs in a container of it belongs to it; <see langword="null"/> for a path of the host.
    /// </returns>
    public static ContainerPath? Read(ReadOnlySpan<string> folders)
    {
        for (var i = 0; i < folders.Length; i++)
        {
            if (OfPod(folders, i) is { } pod)
                return pod;
            if (OfContainer(folders, i) is { } container)
                return container;
        }
        return null;
    }

    /// <summary>
    /// The id of the container that a folder directly below a pod's is; <see langword="null"/> for a name of another form.
    /// </summary>
    public static string? MemberOf(string folder) => ContainerOf(folder)?.Id;

    /// <summary>True for a group that runtimes fill with the processes that watch over a container, which are not its own.</summary>
    public static bool IsMonitor(string folder) =>
        folder.StartsWith("crio-conmon-", StringComparison.Ordinal)
        || folder.StartsWith("libpod-conmon-", StringComparison.Ordinal)
        || folder.StartsWith("lxc.monitor", StringComparison.Ordinal);

    private static ContainerPath? OfPod(ReadOnlySpan<string> folders, int at)
    {
        if (Slice().Match(folders[at]) is { Success: true } slice)
            return Pod(slice.Groups["uid"].Value.Replace('_', '-'), slice.Groups["qos"].Value, at);
        if (at == 0 || Plain().Match(folders[at]) is not { Success: true } plain)
            return null;
        var above = folders[at - 1];
        return above is "burstable" or "besteffort" && at > 1 && folders[at - 2] == Kubepods ? Pod(plain.Groups["uid"].Value, above, at)
            : above == Kubepods ? Pod(plain.Groups["uid"].Value, "", at)
            : null;
    }

    /// <summary>A pod without a class in its path is guaranteed: kubelet makes no folder for that class.</summary>
    private static ContainerPath Pod(string uid, string qos, int at) =>
        new(ContainerFacts.Kubernetes, uid, qos.Length > 0 ? qos : "guaranteed", at + 1);

    private static ContainerPath? OfContainer(ReadOnlySpan<string> folders, int at)
    {
        if (IsMonitor(folders[at]))
            return null;
        if (ContainerOf(folders[at]) is { Runtime.Length: > 0 } scoped)
            return new(scoped.Runtime, scoped.Id, "", at + 1);
        if (at > 0 && LongId().IsMatch(folders[at]))
            return folders[at - 1] switch
            {
                "docker" => new("docker", folders[at], "", at + 1),
                "libpod_parent" => new("podman", folders[at], "", at + 1),
                _ => null,
            };
        return OfMachine(folders, at) is var (runtime, name) && !name.Any(char.IsWhiteSpace) ? new(runtime, name, "", at + 1) : null;
    }

    private static (string Runtime, string Name)? OfMachine(ReadOnlySpan<string> folders, int at)
    {
        const string payload = "lxc.payload.";
        var folder = folders[at];
        if (folder.StartsWith(payload, StringComparison.Ordinal) && folder.Length > payload.Length)
            return ("lxc", folder[payload.Length..]);
        if (at > 0 && folders[at - 1] is "lxc" or "lxc.payload")
            return ("lxc", folder);
        return at > 0 && folders[at - 1] == "machine.slice" && Machine().Match(folder) is { Success: true } machine
            ? ("nspawn", machine.Groups["name"].Value)
            : null;
    }

    /// <summary>A scope of a runtime, or the bare id that runtimes without systemd use below a pod.</summary>
    private static (string Runtime, string Id)? ContainerOf(string folder) =>
        LongId().IsMatch(folder) ? ("", folder)
        : Scope().Match(folder) is { Success: true } scope
            ? (
                scope.Groups["by"].Value switch
                {
                    "docker" => "docker",
                    "libpod" => "podman",
                    "crio" => "crio",
                    _ => "containerd",
                },
                scope.Groups["id"].Value
            )
        : null;

#pragma warning disable MA0009 // A name has at most 255 characters; a limit of time would break a match while a host stops this process.

    /// <summary><c>kubepods-burstable-pod63b3ebfc_2890_11e9_8154_16bf8ef8d9dc.slice</c>; kind puts <c>kubelet-</c> in front.</summary>
    [GeneratedRegex(
        @"^(?:[^/]*-)?kubepods(?:-(?<qos>burstable|besteffort))?-pod(?<uid>[0-9A-Za-z_]{1,64})\.slice$",
        RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant
    )]
    private static partial Regex Slice();

    /// <summary><c>pod63b3ebfc-2890-11e9-8154-16bf8ef8d9dc</c>; a static pod's UID has no hyphens.</summary>
    [GeneratedRegex("^pod(?<uid>[0-9A-Za-z-]{1,64})$", RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant)]
    private static partial Regex Plain();

    [GeneratedRegex(
        "^(?<by>cri-containerd|crio|docker|libpod|nerdctl)-(?<id>[0-9a-f]{64})(?:\\.scope)?$",
        RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant
    )]
    private static partial Regex Scope();

    [GeneratedRegex("^[0-9a-f]{64}$", RegexOptions.CultureInvariant)]
    private static partial Regex LongId();

    /// <summary>libvirt's virtual machines are in the same slice: <c>machine-qemu\x2d1\x2ddb.scope</c>.</summary>
    [GeneratedRegex(
        @"^(?:systemd-nspawn@(?<name>[^/]+)\.service|machine-(?!qemu|libpod)(?<name>[^/]+)\.scope)$",
        RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant
    )]
    private static partial Regex Machine();
#pragma warning restore MA0009
}
