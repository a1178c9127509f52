using System.Globalization;
using System.IO.Pipes;
using System.Runtime.Versioning;
using System.Security.AccessControl;

namespace IwTune.Agent.Local.Pipes;

/// <summary>
/// The daemon's pipe: SYSTEM, administrators and the daemon's own user have all rights on it, users of this machine may send requests.
/// </summary>
[SupportedOSPlatform("windows")]
internal static class WindowsPipe
{
    /// <summary>How long a command waits while every instance is taken.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    /// <summary>
    /// FILE_GENERIC_READ and FILE_GENERIC_WRITE without FILE_CREATE_PIPE_INSTANCE, with which a guest could pass for the daemon (winnt.h).
    /// </summary>
    private const uint GuestRights = 0x12019B;

    /// <summary>
    /// FA: everything. NETWORK is not denied: administrators come through WinRM and SSH, whose tokens carry it. Pipes opened from other
    /// machines are refused by their creation flag (<see cref="PipeHandles"/>).
    /// </summary>
    private static string Rights =>
        string.Create(CultureInfo.InvariantCulture, $"D:P(A;;FA;;;SY)(A;;FA;;;BA)(A;;FA;;;{PipeUser.Own.Sid})(A;;0x{GuestRights:x};;;BU)");

    /// <summary>Makes the pipe. A pipe that another process serves is not touched.</summary>
    /// <returns>The endpoint, or a sentence that says why there is none.</returns>
    public static (ILocalEndpoint? Endpoint, string Problem) Open(string given)
    {
        var (name, problem) = PipeName.Of(given);
        if (name is null)
            return (null, problem);
        if (Served(given, name) is { } served)
            return (null, served);
        var descriptor = Descriptor();
        var (first, error) = PipeHandles.Create(name, descriptor, first: true);
        if (first is null)
            return (null, Served(given, name) ?? $"The pipe {given} could not be made: error {error}. Name another one with --socket.");
        var daemon = PipeUser.Own;
        return (new PipeEndpoint(Server(first), () => Another(name, descriptor), guest => PipeUser.At(guest).Refusal(daemon)), "");
    }

    /// <summary>Connects to a daemon's pipe.</summary>
    /// <returns>
    /// The stream; or neither stream nor trouble when no process serves it; or the problem, as an answer with its exit code, also when the
    /// serving process is not trusted.
    /// </returns>
    public static (Stream? Stream, LocalReply? Trouble) Connect(string given)
    {
        var (name, problem) = PipeName.Of(given);
        if (name is null)
            return (null, LocalReply.Say(ExitCode.Usage, problem));
        var (handle, error) = PipeHandles.Open(name, Patience);
        if (handle is null)
            return (null, Unopened(given, error));
        var stream = new NamedPipeClientStream(PipeDirection.InOut, isAsync: false, isConnected: true, handle);
        if (PipeUser.Impostor(stream) is not { } impostor)
            return (stream, null);
        var process = PipeHandles.ServerOf(handle);
        stream.Dispose();
        return (
            null,
            LocalReply.Say(
                ExitCode.Error,
                $"The pipe {given} is not the daemon's: it belongs to {impostor}, who is no administrator. Nothing was asked. Find out "
                    + $"why process {process} serves it."
            )
        );
    }

    private static LocalReply? Unopened(string given, int error) =>
        error switch
        {
            PipeHandles.NotFound => null,
            PipeHandles.AccessDenied => LocalReply.Say(
                ExitCode.Permission,
                $"The daemon's pipe {given} may not be opened by this user. Run it as administrator."
            ),
            PipeHandles.Busy => LocalReply.Say(
                ExitCode.Unreachable,
                $"The daemon on pipe {given} has no time: every instance has been taken for {Patience.TotalSeconds:0} seconds. Try again."
            ),
            _ => LocalReply.Say(ExitCode.Unreachable, $"The daemon's pipe {given} could not be opened: error {error}."),
        };

    private static string? Served(string given, string name)
    {
        var (other, error) = PipeHandles.Open(name, TimeSpan.FromMilliseconds(1));
        using (other)
        {
            return error is PipeHandles.NotFound
                ? null
                : "Another process already serves the pipe "
                    + $"{given}{(other is null ? "" : $" (process {PipeHandles.ServerOf(other)})")}. Stop it first, or name another "
                    + "pipe with --socket.";
        }
    }

    private static NamedPipeServerStream Another(string name, byte[] descriptor) =>
        PipeHandles.Create(name, descriptor, first: false) switch
        {
            ({ } handle, _) => Server(handle),
            (_, var error) => throw new IOException($"Another instance of the pipe {name} could not be made: error {error}."),
        };

    private static NamedPipeServerStream Server(Microsoft.Win32.SafeHandles.SafePipeHandle handle) =>
        new(PipeDirection.InOut, isAsync: true, isConnected: false, handle);

    private static byte[] Descriptor()
    {
        var descriptor = new RawSecurityDescriptor(Rights);
        var bytes = new byte[descriptor.BinaryLength];
        descriptor.GetBinaryForm(bytes, 0);
        return bytes;
    }
}
