using System.Runtime.Versioning;
using System.Text.Json;
using IwTune.Agent.Local.Pipes;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Local;

/// <summary>The command line's side of the socket. Blocking, because a command has nothing else to do and must start fast.</summary>
public static class LocalClient
{
    /// <summary>The longest answer that is read, bytes: a host with many thousand routes.</summary>
    private const int MaxReply = 64 << 20;

    /// <summary>Asks the daemon on this socket.</summary>
    /// <returns>
    /// The answer, or <see langword="null"/> when no process listens there (no daemon). A socket that may not be opened is an answer too,
    /// with exit code 5.
    /// </returns>
    public static LocalReply? Ask(string socketPath, LocalRequest request)
    {
        try
        {
            var (stream, trouble) = Connect(socketPath);
            using (stream)
                return stream is null ? trouble : Ask(stream, request);
        }
        catch (IOException e)
        {
            return LocalReply.Say(
                ExitCode.Unreachable,
                $"The daemon on {socketPath} stopped answering: {e.Message} Look at its log, then try again."
            );
        }
        catch (JsonException)
        {
            return LocalReply.Say(
                ExitCode.Error,
                $"The daemon on {socketPath} gave no answer this version understands. It may be another version: restart it."
            );
        }
    }

    /// <summary>The sentence for a verb that needs a daemon and found none.</summary>
    public static string NoDaemon(string socketPath) =>
        $"No daemon listens on {(OperatingSystem.IsWindows() ? "pipe " : "")}{socketPath}. Start it with '{HostWords.Here.StartDaemon}' "
        + $"or 'iwtune run', or name its {LocalEndpoint.Kind} with --socket.";

    private static (Stream? Stream, LocalReply? Trouble) Connect(string name)
    {
        if (OperatingSystem.IsWindows())
            return WindowsPipe.Connect(name);
        var (handle, error) = UnixStream.Connect(name);
        return handle is null ? (null, Unopened(name, error)) : (new FileStream(handle, FileAccess.ReadWrite, bufferSize: 0), null);
    }

    [UnsupportedOSPlatform("windows")]
    private static LocalReply? Unopened(string path, int error) =>
        error switch
        {
            UnixStream.NoSuchFile or UnixStream.ConnectionRefused => null,
            UnixStream.AccessDenied => LocalReply.Say(
                ExitCode.Permission,
                $"The daemon's socket {path} may not be opened by this user. Use sudo, or join the group iwtune to read."
            ),
            _ => LocalReply.Say(ExitCode.Unreachable, $"The daemon's socket {path} could not be opened: error {error}."),
        };

    private static LocalReply? Ask(Stream stream, LocalRequest request)
    {
        var line = JsonSerializer.SerializeToUtf8Bytes(request, LocalRequestJson.Default.LocalRequest);
        Array.Resize(ref line, line.Length + 1);
        line[^1] = (byte)'\n';
        stream.Write(line);
        return JsonSerializer.Deserialize(ReadLine(stream), AgentJson.Default.LocalReply);
    }

    private static ReadOnlySpan<byte> ReadLine(Stream stream)
    {
        var buffer = new byte[16 << 10];
        var length = 0;
        while (true)
        {
            var read = stream.Read(buffer.AsSpan(length));
            length += read;
            if (length > 0 && buffer[length - 1] == '\n')
                return buffer.AsSpan(0, length);
            if (read == 0)
                throw new IOException("the connection was closed before the answer was whole.");
            if (length == MaxReply)
                throw new JsonException();
            if (length == buffer.Length)
                Array.Resize(ref buffer, Math.Min(buffer.Length * 2, MaxReply));
        }
    }
}
