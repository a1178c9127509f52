namespace IwTune.Agent.Ports;

/// <summary>The system's own interface cannot be used right now. Back off and try again.</summary>
public sealed class TunerUnavailableException : Exception
{
    public TunerUnavailableException() { }

    public TunerUnavailableException(string message)
        : base(message) { }

    public TunerUnavailableException(string message, Exception inner)
        : base(message, inner) { }
}
