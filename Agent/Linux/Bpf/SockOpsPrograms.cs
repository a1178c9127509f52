namespace IwTune.Agent.Linux.Bpf;

/// <summary>
/// The sock_ops programs that run for the connections of this process: each may give a connection another window than its route does.
/// </summary>
/// <param name="All">In the order they run; the last one that sets a window wins.</param>
/// <param name="Own">The id of the program that this process itself keeps attached; 0 for none.</param>
/// <param name="Unknown">Why they could not be asked for, as a clause; <see langword="null"/> when they could.</param>
internal sealed record SockOpsPrograms(IReadOnlyList<SockOpsProgram> All, uint Own = 0, string? Unknown = null)
{
    /// <summary>The name the agent's own program is loaded with.</summary>
    public const string OwnName = "iwtune_window";

    /// <summary>The name of the agent's programs for containers.</summary>
    public const string ContainerName = "iwtune_contain";

    /// <summary>
    /// Those the agent did not load. One whose name may not be read counts as foreign, unless its id is <see cref="Own"/>.
    /// </summary>
    public IReadOnlyList<SockOpsProgram> Foreign => [.. All.Where(program => !IsOurs(program))];

    /// <summary>True when the agent's own program can be seen to run for this process.</summary>
    public bool OwnRuns => All.Any(IsOurs);

    /// <summary>What is known of them, as a sentence about a connection's window; empty when there are none.</summary>
    /// <param name="programmed">True when the agent's program gives this connection's destination a window.</param>
    public string Sentence(bool programmed) =>
        Overriders is { } others ? $"{others} may set another window than the route"
        : OwnRuns || (programmed && Unknown is not null) ? "the agent's own sock_ops program sets it"
        : "";

    /// <summary>
    /// The programs that may override the routes, as the end of a sentence: <c>the sock_ops BPF program 42 'bpf_sockmap'</c>;
    /// <see langword="null"/> for none.
    /// </summary>
    public string? Overriders =>
        Foreign switch
        {
            [] => null,
            [var one] => $"the sock_ops BPF program {one}",
            var several => $"the sock_ops BPF programs {string.Join(", ", several)}",
        };

    private bool IsOurs(SockOpsProgram program) => program.Name is OwnName or ContainerName || program.Id == Own;

    /// <summary>Asks the kernel for the control group of this process and every one above it.</summary>
    /// <param name="own">The id of the program that this process itself keeps attached; 0 for none.</param>
    /// <remarks>Needs CAP_NET_ADMIN; without it, or without cgroup v2, the answer is none and says why.</remarks>
    public static SockOpsPrograms Attached(uint own = 0)
    {
        try
        {
            return Cgroup.OfThisProcess() is { } group
                ? new SockOpsPrograms(ProgramQuery.Of(group, inherited: true), own)
                : new SockOpsPrograms([], own, "no cgroup v2 hierarchy is mounted");
        }
        catch (Exception failure) when (failure is BpfException or IOException or UnauthorizedAccessException)
        {
            return new SockOpsPrograms([], own, failure.Message);
        }
    }
}
