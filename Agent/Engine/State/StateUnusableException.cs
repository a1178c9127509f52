namespace IwTune.Agent.Engine.State;

/// <summary>
/// The state directory cannot be used as it is; nothing on the host may be changed until it is repaired. The message says what to do.
/// </summary>
public sealed class StateUnusableException : Exception
{
    public StateUnusableException() { }

    public StateUnusableException(string message)
        : base(message) { }

    public StateUnusableException(string message, Exception inner)
        : base(message, inner) { }

    /// <summary>True when another user's rights are enough.</summary>
    public bool Permission => InnerException is UnauthorizedAccessException;
}
