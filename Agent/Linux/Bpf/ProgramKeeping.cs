namespace IwTune.Agent.Linux.Bpf;

/// <summary>
/// Removes what an agent leaves when it is killed on a kernel before 5.7: there a program stays attached without its process.
/// </summary>
internal static class ProgramKeeping
{
    /// <param name="chosen">The control group; <see langword="null"/> for the top one.</param>
    /// <param name="done">Gets what was removed, in words.</param>
    public static void Sweep(string? chosen, List<string> done)
    {
        if (Privilege.Lacking() is not null || (chosen ?? Cgroup.Root()) is not { } group)
            return;
        try
        {
            var removed = Attachment.Sweep(group, SockOpsPrograms.OwnName);
            if (removed > 0)
                done.Add($"{removed} sock_ops {(removed == 1 ? "program" : "programs")} of an earlier agent on {group}");
        }
        catch (BpfException)
        {
            // A kernel that cannot be asked for programs has none of ours.
        }
    }
}
