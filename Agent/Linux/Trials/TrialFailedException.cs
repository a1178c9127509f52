namespace IwTune.Agent.Linux.Trials;

/// <summary>A trial failed; nothing of the host was changed. The message says what happened.</summary>
public sealed class TrialFailedException : Exception
{
    public TrialFailedException() { }

    public TrialFailedException(string message)
        : base(message) { }

    public TrialFailedException(string message, Exception inner)
        : base(message, inner) { }
}
