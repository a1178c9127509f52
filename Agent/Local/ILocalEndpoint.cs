namespace IwTune.Agent.Local;

/// <summary>Where the daemon accepts local clients: a Unix socket or a named pipe.</summary>
public interface ILocalEndpoint : IDisposable
{
    /// <summary>The next client that connects.</summary>
    ValueTask<LocalGuest> AcceptAsync(CancellationToken ct);
}
