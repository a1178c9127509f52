namespace IwTune.Agent.Ports;

/// <summary>What can be collected of a system beside the agent's own data.</summary>
/// <param name="Run">Runs one command to its end, or to its time limit.</param>
/// <param name="Logs">The agent's entries in the system's log, and the system's view of the targets. None of them changes anything.</param>
public sealed record Collection(Func<HostCommand, CancellationToken, ValueTask<HostCommandRun>> Run, IReadOnlyList<HostCommand> Logs)
{
    /// <summary>
    /// The outputs that show the answers of this Windows, none of which changes anything; <see langword="null"/> on other systems.
    /// </summary>
    public IReadOnlyList<HostCommand>? Baseline { get; init; }

    /// <summary>
    /// The commands that show how this Windows takes values, valid and invalid ones, for one target; empty for a target that is no
    /// template.
    /// </summary>
    public Func<Target, IReadOnlyList<HostCommand>> Writes { get; init; } = _ => [];

    /// <summary>What the outputs depend on: build, languages, code pages.</summary>
    public Func<IReadOnlyDictionary<string, string>> About { get; init; } = () => new Dictionary<string, string>(StringComparer.Ordinal);
}

/// <summary>A command of the system whose output is collected unchanged.</summary>
/// <param name="Name">The name of its output: <c>netsh-show-global</c>.</param>
/// <param name="Program">Its absolute path: a program that runs elevated must not depend on a search path.</param>
/// <param name="Arguments">Each to be passed as it is.</param>
public sealed record HostCommand(string Name, string Program, IReadOnlyList<string> Arguments);

/// <summary>The result of one run of it.</summary>
/// <param name="ExitCode">Its exit code; <see langword="null"/> when it did not start or did not end in time.</param>
/// <param name="Output">Its standard output, byte for byte.</param>
/// <param name="Errors">Its error output, byte for byte.</param>
/// <param name="Duration">From its start to its end.</param>
/// <param name="Problem">Why there is no exit code, as a sentence; empty when there is one.</param>
public sealed record HostCommandRun(int? ExitCode, byte[] Output, byte[] Errors, TimeSpan Duration, string Problem = "");
