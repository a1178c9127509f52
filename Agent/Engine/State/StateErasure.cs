namespace IwTune.Agent.Engine.State;

/// <summary>The end of a state directory: the agent's files are removed, and the directory too unless something else is in it.</summary>
internal static class StateErasure
{
    /// <summary>
    /// By name, because a directory named by mistake must not be emptied. An administrator's <c>limits.yaml</c> and <c>agent.yaml</c> stay.
    /// </summary>
    private static readonly string[] Kept =
    [
        "journal",
        "pending.json",
        "confirm-request",
        "bundles.json",
        "replay-floor.json",
        "identity.json",
        "checkin-counter",
        "overrides.json",
        "hold.json",
        "hold",
        "filters.json",
        "stock-templates.json",
        "decisions.json",
        "rehearsal.json",
        "agent.log",
        "agent.log.1",
        "enroll.probe",
        "lock.holder",
        "lock",
    ];

    /// <summary>Host keys: each has a file of its own.</summary>
    private static readonly string[] Keys =
    [
        "host-????????????????.key",
        "host-????????????????.key.new",
        "host-????????????????.tpm",
        "host-????????????????.tpm.new",
    ];

    /// <summary>Erases it. No process may hold the directory's lock.</summary>
    /// <returns>What remains in it and was not the agent's; empty when the directory is gone.</returns>
    /// <exception cref="IOException">A file of it cannot be removed.</exception>
    /// <exception cref="UnauthorizedAccessException">This user may not remove it.</exception>
    public static IReadOnlyList<string> Erase(StateDirectory state)
    {
        if (Directory.Exists(state.File("outbox")))
            Directory.Delete(state.File("outbox"), recursive: true);
        foreach (var name in Kept)
        {
            File.Delete(state.File(name));
            File.Delete(state.File(name + ".new"));
        }
        foreach (var key in Keys.SelectMany(pattern => Directory.EnumerateFiles(state.Root, pattern)).ToList())
            File.Delete(key);
        string[] left =
        [
            .. Directory.EnumerateFileSystemEntries(state.Root).Select(entry => Path.GetFileName(entry)!).Order(StringComparer.Ordinal),
        ];
        if (left.Length == 0)
            Directory.Delete(state.Root);
        return left;
    }
}
