using System.Net.Sockets;
using System.Text.Json;

namespace IwTune.Agent.Local;

/// <summary>The command line's side of the socket. Blocking, because a command has nothing else to do and must start fast.</summary>
public static class LocalClient
{
    /// <summary>Where a daemon listens unless told otherwise.</summary>
    public const string DefaultSocket = "/run/iwtune/agent.sock";

    /// <summary>The longest answer that is read, bytes: a host with many thousand routes.</summary>
    private const int MaxReply = 64 << 20;

    /// <summary>Asks the daemon on this socket.</summary>
    /// <returns>
    /// The answer, or <see langword="null"/> when nobody listens there (no daemon).
    /// A socket that may not be opened is an answer too, with exit code 5.
    /// </returns>
    public static LocalReply? Ask(string socketPath, LocalRequest request)
    {
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            socket.Connect(new UnixDomainSocketEndPoint(socketPath));
            socket.Send(JsonSerializer.SerializeToUtf8Bytes(request, LocalJson.Default.LocalRequest));
            socket.Send("\n"u8);
            return JsonSerializer.Deserialize(ReadLine(socket), LocalJson.Default.LocalReply);
        }
        catch (SocketException e) when (IsNobody(e))
        {
            return null;
        }
        catch (SocketException e) when (e.SocketErrorCode == SocketError.AccessDenied)
        {
            return LocalReply.Say(5, $"The daemon's socket {socketPath} may not be opened by this user. Use sudo, or join the group iwtune to read.");
        }
        catch (SocketException e)
        {
            return LocalReply.Say(4, $"The daemon on {socketPath} stopped answering: {e.Message}. Look at its log, then try again.");
        }
        catch (JsonException)
        {
            return LocalReply.Say(1, $"The daemon on {socketPath} gave no answer this version understands. It may be another version: restart it.");
        }
    }

    /// <summary>The sentence for a verb that needs a daemon and found none.</summary>
    public static string NoDaemon(string socketPath) =>
        $"No daemon listens on {socketPath}. Start it with 'systemctl start iwtune' or 'iwtune run', or name its socket with --socket.";

    internal static bool IsNobody(SocketException e) =>
        e.SocketErrorCode is SocketError.ConnectionRefused or SocketError.AddressNotAvailable or SocketError.HostNotFound
        || e.NativeErrorCode == 2; // ENOENT, which has no SocketError of its own

    private static ReadOnlySpan<byte> ReadLine(Socket socket)
    {
        var buffer = new byte[16 << 10];
        var length = 0;
        while (true)
        {
            var read = socket.Receive(buffer.AsSpan(length));
            length += read;
            if (read == 0 || buffer[length - 1] == '\n')
                return buffer.AsSpan(0, length);
            if (length == MaxReply)
                throw new JsonException();
            if (length == buffer.Length)
                Array.Resize(ref buffer, Math.Min(buffer.Length * 2, MaxReply));
        }
    }
}
