namespace IwTune.Agent.Ports;

/// <summary>The TCP connections this host really has, as its kernel tells. Nothing is sent to see them, and none is touched.</summary>
public interface IConnections
{
    /// <summary>Starts to look.</summary>
    /// <exception cref="HostUnsupportedException">
    /// The kernel does not tell, or not to this process; the text says what is missing.
    /// </exception>
    IConnectionFeed Open();
}
