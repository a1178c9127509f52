using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Linux.Containers;

namespace IwTune.Agent.Linux.Bpf;

/// <summary>
/// Removes what an agent leaves when it is killed on a kernel before 5.7: there a program stays attached without its process.
/// </summary>
internal static class ProgramKeeping
{
    /// <param name="settings">Where programs are attached.</param>
    /// <param name="done">Gets what was removed, in words.</param>
    public static void Sweep(HostSettings settings, List<string> done)
    {
        if (Privilege.Lacking() is not null || (settings.ControlGroup ?? Cgroup.Root()) is not { } group)
            return;
        Sweep(group, SockOpsPrograms.OwnName, done);
        foreach (var container in ContainersIn(group, settings.PodLogs))
            Sweep(container.Group, SockOpsPrograms.ContainerName, done);
    }

    private static IReadOnlyList<FoundContainer> ContainersIn(string group, string pods)
    {
        try
        {
            return new ContainerTree(group, pods).Read();
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    private static void Sweep(string group, string name, List<string> done)
    {
        try
        {
            var removed = Attachment.Sweep(group, name);
            if (removed > 0)
                done.Add($"{removed} sock_ops {(removed == 1 ? "program" : "programs")} of an earlier agent on {group}");
        }
        catch (BpfException)
        {
            // A kernel that cannot be asked for programs has none of ours.
        }
    }
}
