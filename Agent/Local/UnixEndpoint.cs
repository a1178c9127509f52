using System.Net.Sockets;
using System.Runtime.Versioning;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Local;

/// <summary>
/// The daemon's Unix socket. The file's mode decides who may open it; the peer credentials from the kernel decide who may change the host.
/// </summary>
[UnsupportedOSPlatform("windows")]
internal sealed class UnixEndpoint : ILocalEndpoint
{
    private readonly Socket _listener;
    private readonly string _path;
    private readonly uint _daemon = LocalSocket.EffectiveUser();

    private UnixEndpoint(Socket listener, string path)
    {
        _listener = listener;
        _path = path;
    }

    /// <inheritdoc cref="LocalSocket.Open"/>
    public static (ILocalEndpoint? Endpoint, string Problem) Open(string path)
    {
        var (listener, problem) = LocalSocket.Open(path);
        return (listener is null ? null : new UnixEndpoint(listener, path), problem);
    }

    /// <inheritdoc/>
    public async ValueTask<LocalGuest> AcceptAsync(CancellationToken ct)
    {
        var guest = await _listener.AcceptAsync(ct);
        var peer = PeerCredentials.Of(guest);
        // Users who may only read never keep out a user who may change the host.
        return new LocalGuest(new NetworkStream(guest, ownsSocket: true), () => Refusal(peer), peer.MayChange(_daemon) ? null : peer.Uid);
    }

    /// <summary>Closes the socket and removes its file.</summary>
    public void Dispose()
    {
        _listener.Dispose();
        File.Delete(_path);
    }

    private string? Refusal(PeerCredentials peer) =>
        peer.MayChange(_daemon)
            ? null
            : $"User {peer.Uid} may read but not change this host: only root or user {_daemon}, who runs the daemon, may. "
                + $"{HostWords.Here.UseElevated}.";
}
