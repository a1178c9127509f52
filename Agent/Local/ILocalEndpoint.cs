namespace IwTune.Agent.Local;

/// <summary>Where the daemon receives those who ask it: a Unix socket or a named pipe.</summary>
public interface ILocalEndpoint : IDisposable
{
    /// <summary>The next one who connects.</summary>
    ValueTask<LocalGuest> AcceptAsync(CancellationToken ct);
}
