namespace IwTune.Agent.Ports;

/// <summary>
/// This host cannot do what is requested, now or later: an operating system without such windows, or a missing privilege. Stop and report
/// it.
/// </summary>
public sealed class HostUnsupportedException : Exception
{
    public HostUnsupportedException() { }

    public HostUnsupportedException(string message)
        : base(message) { }

    public HostUnsupportedException(string message, Exception inner)
        : base(message, inner) { }

    /// <summary>
    /// The privilege that is missing, by the system's name: <c>CAP_NET_ADMIN</c>; <see langword="null"/> when none would help.
    /// </summary>
    public string? Privilege { get; init; }
}
