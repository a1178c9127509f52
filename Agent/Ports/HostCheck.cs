namespace IwTune.Agent.Ports;

/// <summary>How an administrator checks that a system behaves as iwtune assumes: what is read, and what is tried and restored.</summary>
/// <param name="Release">The release, by the name of its row in the table of versions: <c>2019</c>.</param>
/// <param name="Build">The build number, for the name of the file.</param>
/// <param name="Reads">Commands that change nothing.</param>
/// <param name="Trials">What can be tried here.</param>
/// <param name="Absent">Why nothing can be tried for an aspect, as a sentence.</param>
public sealed record HostCheck(
    string Release,
    int Build,
    IReadOnlyList<HostCommand> Reads,
    IReadOnlyList<HostTrial> Trials,
    IReadOnlyDictionary<string, string> Absent
)
{
    /// <summary>How sure the table is of each aspect of this release: <c>assumed</c>; empty for a release without a row.</summary>
    public IReadOnlyDictionary<string, string> Marks { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);
}

/// <summary>
/// One thing that is set to another state and restored. A state is a text: a number of segments, or whether a filter is there.
/// </summary>
/// <param name="Aspect">The aspect of the release that it proves: <c>template</c>, <c>prefix scope</c>.</param>
/// <param name="Subject">What is set, by a name that no other trial has.</param>
/// <param name="Looks">The commands that show its state, each by another method.</param>
public sealed record HostTrial(string Aspect, string Subject, IReadOnlyList<HostLook> Looks)
{
    /// <summary>The state to try; <see langword="null"/> when the present one must be left alone.</summary>
    public required Func<string, string?> Other { get; init; }

    /// <summary>The command that makes a state.</summary>
    public required Func<string, HostCommand> Make { get; init; }

    /// <summary>True when a state that must be left alone ends the whole check, because another program may have made it.</summary>
    public bool Stops { get; init; }

    /// <summary>Why the present state must be left alone, as a sentence.</summary>
    public required Func<string, string> Refusal { get; init; }
}

/// <summary>A command that shows the state of what is tried.</summary>
/// <param name="Command">The command.</param>
/// <param name="State">Reads the state out of its run; <see langword="null"/> when it does not show it.</param>
public sealed record HostLook(HostCommand Command, Func<HostCommandRun, string?> State);
