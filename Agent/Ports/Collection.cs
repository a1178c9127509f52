namespace IwTune.Agent.Ports;

/// <summary>What can be collected of a system beside what the agent knows itself.</summary>
/// <param name="Run">Runs one command to its end, or for as long as it may take.</param>
/// <param name="Logs">
/// What the agent wrote into the system's log, and what the system shows of the targets. None of them changes anything.
/// </param>
public sealed record Collection(Func<HostCommand, CancellationToken, ValueTask<HostCommandRun>> Run, IReadOnlyList<HostCommand> Logs)
{
    /// <summary>
    /// The outputs that show how this Windows answers, none of which changes anything; <see langword="null"/> on other systems.
    /// </summary>
    public IReadOnlyList<HostCommand>? Baseline { get; init; }

    /// <summary>
    /// What shows how this Windows takes values, right and wrong ones, for one target; empty for a target that is no template.
    /// </summary>
    public Func<Target, IReadOnlyList<HostCommand>> Writes { get; init; } = _ => [];

    /// <summary>What the outputs depend on: build, languages, code pages.</summary>
    public Func<IReadOnlyDictionary<string, string>> About { get; init; } = () => new Dictionary<string, string>(StringComparer.Ordinal);
}
