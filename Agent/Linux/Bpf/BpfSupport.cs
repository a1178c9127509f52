namespace IwTune.Agent.Linux.Bpf;

/// <summary>Whether this kernel and its lockdown settings let this process use the program.</summary>
internal static class BpfSupport
{
    /// <summary>Tries everything short of attaching.</summary>
    /// <param name="chosen">The control group for the program; <see langword="null"/> for the top one.</param>
    /// <returns>
    /// What is lacking and what would help, as sentences; <see langword="null"/> when nothing is, or when this process may change nothing
    /// anyhow.
    /// </returns>
    public static string? Lacking(string? chosen)
    {
        if (Privilege.Lacking() is not null)
            return null;
        if ((chosen ?? Cgroup.Root()) is not { } group)
            return "The backend 'bpf' needs control groups of version 2, and none are mounted: mount -t cgroup2 none "
                + "/sys/fs/cgroup/unified, or use 'backend: routes'.";
        try
        {
            _ = ProgramQuery.Of(group, inherited: true);
            using var map = WindowMap.Create();
            using var program = LoadedProgram.Load(SockOpsPrograms.OwnName, WindowProgram.Code(map.Descriptor));
            return null;
        }
        catch (BpfException refused)
        {
            return $"The backend 'bpf' cannot be used here: {refused.Message}. {Hint(refused)}";
        }
    }

    private static string Hint(BpfException refused) =>
        refused switch
        {
            { IsPermission: true } =>
                "It needs CAP_NET_ADMIN and CAP_BPF (before Linux 5.8 CAP_SYS_ADMIN), and a kernel that is not locked down; or use "
                    + "'backend: routes'.",
            { Errno: Errno.NotImplemented or Errno.Invalid } =>
                "It needs Linux 4.16 or later with CONFIG_BPF_SYSCALL and CONFIG_CGROUP_BPF; or use 'backend: routes'.",
            { Errno: Errno.NotFound } => "Set bpf.cgroup in agent.yaml to an existing control group, or leave it out for the top one.",
            _ => "Until that is solved, use 'backend: routes'.",
        };
}
