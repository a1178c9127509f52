namespace IwTune.Agent.Linux.Probing.Remote;

/// <summary>Why a remote window was not read.</summary>
/// <param name="Kind">What a caller can do about it.</param>
/// <param name="Text">What was tried, what was found and what to do next, as sentences.</param>
public sealed record ProbeFailure(ProbeFailureKind Kind, string Text);

/// <summary>Kinds of failure.</summary>
public enum ProbeFailureKind
{
    /// <summary>No connection: no address, refused, no answer.</summary>
    NotReached,

    /// <summary>Connected, but the requested answer did not come.</summary>
    NotAnswered,

    /// <summary>Answers came, but they give no number.</summary>
    Undecided,
}
