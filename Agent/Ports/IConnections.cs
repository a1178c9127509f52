namespace IwTune.Agent.Ports;

/// <summary>The real TCP connections of this host, as its kernel reports them. Nothing is sent to see them, and none is touched.</summary>
public interface IConnections
{
    /// <summary>Starts to look.</summary>
    /// <exception cref="HostUnsupportedException">
    /// The kernel does not report them, or not to this process; the text says what is missing.
    /// </exception>
    IConnectionFeed Open();
}
