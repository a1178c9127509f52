using IwTune.Shared.Wire;

namespace IwTune.Agent.Local;

/// <summary>The daemon's answer: one line for one request.</summary>
public sealed record LocalReply
{
    /// <summary>
    /// The exit code of the command: 0 success, 1 error, 2 changes pending or not compliant, 3 unsupported here, 5 permission.
    /// </summary>
    public required int Exit { get; init; }

    /// <summary>For people: what was done and how to undo it, or what was attempted, what was found and what to do next.</summary>
    public string Text { get; init; } = "";

    /// <summary>Status only.</summary>
    public DaemonStatus? Status { get; init; }

    /// <summary>Every target with its window, the required window and the outcome; for all verbs that read or change targets.</summary>
    public HostState? State { get; init; }

    /// <summary>What was measured for this request, or the latest per target for status.</summary>
    public IReadOnlyList<Evidence> Evidence { get; init; } = [];

    /// <summary>An answer that consists of an exit code and a sentence.</summary>
    public static LocalReply Say(int exit, string text) => new() { Exit = exit, Text = text };
}
