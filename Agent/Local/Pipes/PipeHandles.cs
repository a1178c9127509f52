using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace IwTune.Agent.Local.Pipes;

/// <summary>
/// Makes and opens pipes by their two system calls. The base library's classes can neither reject clients from other machines
/// (PIPE_REJECT_REMOTE_CLIENTS) nor distinguish a busy pipe from one that does not exist.
/// </summary>
[SupportedOSPlatform("windows")]
internal static unsafe partial class PipeHandles
{
    public const int NotFound = 2,
        AccessDenied = 5,
        Busy = 231; // winerror.h

    // winbase.h, winnt.h
    private const uint Duplex = 0x3,
        FirstInstance = 0x80000,
        Overlapped = 0x40000000,
        RejectRemote = 0x8,
        Unlimited = 255,
        Buffer = 64 << 10;
    private const uint GenericRead = 0x80000000,
        WriteData = 0x2,
        OpenExisting = 3,
        QualityOfService = 0x100000,
        Identification = 0x10000;

    /// <summary>Makes an instance: bytes, both directions, from this machine only.</summary>
    /// <param name="name">The full name.</param>
    /// <param name="descriptor">Who may do what, self-relative.</param>
    /// <param name="first">Fails when there is one of that name already.</param>
    /// <returns>The instance, or the error number.</returns>
    public static (SafePipeHandle? Handle, int Error) Create(string name, byte[] descriptor, bool first)
    {
        fixed (byte* bytes = descriptor)
        {
            var attributes = new SecurityAttributes { Length = sizeof(SecurityAttributes), Descriptor = bytes };
            var handle = CreateNamedPipe(
                name,
                Duplex | Overlapped | (first ? FirstInstance : 0),
                RejectRemote,
                Unlimited,
                Buffer,
                Buffer,
                0,
                &attributes
            );
            return handle.IsInvalid ? (null, Failed(handle)) : (handle, 0);
        }
    }

    /// <summary>Opens the other end. The server can identify the client, but not act in its name (SECURITY_IDENTIFICATION).</summary>
    /// <returns>The connected pipe, or the error number.</returns>
    public static (SafePipeHandle? Handle, int Error) Open(string name, TimeSpan patience)
    {
        while (true)
        {
            var handle = CreateFile(name, GenericRead | WriteData, 0, null, OpenExisting, QualityOfService | Identification, 0);
            if (!handle.IsInvalid)
                return (handle, 0);
            var error = Failed(handle);
            if (error != Busy || !WaitNamedPipe(name, (uint)patience.TotalMilliseconds))
                return (null, error);
        }
    }

    /// <summary>The process that serves a pipe; 0 when it is not known.</summary>
    public static int ServerOf(SafePipeHandle client) => GetNamedPipeServerProcessId(client, out var id) ? id : 0;

    private static int Failed(SafePipeHandle handle)
    {
        var error = Marshal.GetLastPInvokeError();
        handle.Dispose();
        return error;
    }

    [StructLayout(LayoutKind.Sequential)]
    private struct SecurityAttributes
    {
        public int Length;
        public byte* Descriptor;
        public int InheritHandle;
    }

    [LibraryImport("kernel32", EntryPoint = "CreateNamedPipeW", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    private static partial SafePipeHandle CreateNamedPipe(
        string name,
        uint openMode,
        uint pipeMode,
        uint instances,
        uint outBuffer,
        uint inBuffer,
        uint timeout,
        SecurityAttributes* attributes
    );

    [LibraryImport("kernel32", EntryPoint = "CreateFileW", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    private static partial SafePipeHandle CreateFile(
        string name,
        uint access,
        uint share,
        SecurityAttributes* attributes,
        uint disposition,
        uint flags,
        nint template
    );

    [LibraryImport("kernel32", EntryPoint = "WaitNamedPipeW", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool WaitNamedPipe(string name, uint milliseconds);

    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool GetNamedPipeServerProcessId(SafePipeHandle pipe, out int id);
}
