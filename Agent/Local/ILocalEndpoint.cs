namespace IwTune.Agent.Local;

/// <summary>Where the daemon accepts local clients: a Unix socket or a named pipe.</summary>
public interface ILocalEndpoint : IDisposable
{
    /// <summary>The next client that connects.</summary>
    ValueTask<LocalGuest> AcceptAsync(CancellationToken ct);
}

/// <summary>A client that is connected to the daemon.</summary>
/// <param name="Stream">Requests in, answers out; closing it ends the connection.</param>
/// <param name="Refusal">
/// Asks the system who it is: why a request that changes the host is refused, as sentences, or <see langword="null"/> when it may change
/// it. Not before the first request was read: Windows does not report the user of a pipe before something came out of it.
/// </param>
/// <param name="User">Its user, where the system reports it before the first request; <see langword="null"/> where it does not.</param>
public sealed record LocalGuest(Stream Stream, Func<string?> Refusal, uint? User = null);
