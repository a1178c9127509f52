using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Local;

/// <summary>Opens the daemon's socket: mode 0660, group <c>iwtune</c> where there is one.</summary>
[UnsupportedOSPlatform("windows")]
internal static partial class LocalSocket
{
    private const string Group = "iwtune";

    private const UnixFileMode Mode = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.GroupWrite;

    /// <summary>Binds and listens. A file that a dead daemon left is removed; a live daemon's is not touched.</summary>
    /// <returns>The listening socket, or a sentence that says why there is none.</returns>
    public static (Socket? Listener, string Problem) Open(string path)
    {
        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
            if (Occupied(path) is { } occupant)
                return (null, occupant);
            return (Bind(path), "");
        }
        catch (SocketException e)
        {
            return (null, $"The socket {path} could not be opened: {e.Message}. Name another one with --socket.");
        }
        catch (UnauthorizedAccessException)
        {
            return (
                null,
                $"The socket {path} could not be made: this user may not write there. {HostWords.Here.RunElevated}, or name another one "
                    + "with --socket."
            );
        }
        catch (IOException e)
        {
            return (null, $"The socket {path} could not be made: {e.Message}.");
        }
        catch (ArgumentException)
        {
            return (
                null,
                $"The socket path {path} is longer than a socket's name may be (unix(7): 108 bytes). Name a shorter one with --socket."
            );
        }
    }

    private static string? Occupied(string path)
    {
        if (!Path.Exists(path))
            return null;
        if ((File.GetAttributes(path) & FileAttributes.Directory) != FileAttributes.None || new FileInfo(path).Length != 0)
            return $"{path} exists and is not a socket. Remove it, or name another one with --socket.";
        using var probe = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            probe.Connect(new UnixDomainSocketEndPoint(path));
            return $"Another daemon already listens on {path} (process {PeerCredentials.Of(probe).Pid}). Stop it first, or name another "
                + "socket with --socket.";
        }
        catch (SocketException e) when (e.SocketErrorCode == SocketError.ConnectionRefused)
        {
            File.Delete(path);
            return null;
        }
    }

    private static Socket Bind(string path)
    {
        var listener = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            listener.Bind(new UnixDomainSocketEndPoint(path));
            // Between bind and listen no client can connect, so the mode is right before the first guest.
            File.SetUnixFileMode(path, Mode);
            // A daemon of that group has it right already; its service may not change owners at all.
            if (GroupId() is { } group && group != EffectiveGroup() && ChangeOwner(path, -1, group) != 0)
                throw new IOException($"the group {Group} could not be given to it (error {Marshal.GetLastPInvokeError()})");
            listener.Listen(16);
            return listener;
        }
        catch
        {
            listener.Dispose();
            throw;
        }
    }

    private static int? GroupId()
    {
        foreach (var line in File.Exists("/etc/group") ? File.ReadLines("/etc/group") : [])
        {
            var fields = line.Split(':');
            if (fields.Length > 2 && fields[0] == Group && int.TryParse(fields[2], out var id))
                return id;
        }
        return null;
    }

    /// <summary>The user this process runs as.</summary>
    [LibraryImport("libc", EntryPoint = "geteuid")]
    internal static partial uint EffectiveUser();

    [LibraryImport("libc", EntryPoint = "getegid")]
    private static partial int EffectiveGroup();

    [LibraryImport("libc", EntryPoint = "chown", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int ChangeOwner(string path, int user, int group);
}
