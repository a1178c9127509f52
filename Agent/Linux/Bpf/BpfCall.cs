using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace IwTune.Agent.Linux.Bpf;

/// <summary>The system call bpf(2). The C library has no wrapper for it, so it is called by its number.</summary>
internal static partial class BpfCall
{
    /// <summary>Its number, from each little-endian architecture's unistd.h; <see langword="null"/> where it is not known.</summary>
    private static readonly nint? Number = RuntimeInformation.ProcessArchitecture switch
    {
        Architecture.X64 => 321,
        Architecture.Arm64 or Architecture.LoongArch64 => 280,
        Architecture.Ppc64le => 361,
        _ => null,
    };

    private const int Tries = 10;

    /// <summary>Asks the kernel.</summary>
    /// <param name="tried">What for, as in <c>loading the program</c>.</param>
    /// <param name="command">BPF_*.</param>
    /// <param name="attributes">The part of union bpf_attr that the command reads; what lies behind it counts as zero.</param>
    /// <returns>What the call returned: a descriptor, or 0.</returns>
    /// <exception cref="BpfException">The kernel refused.</exception>
    public static int Ask<T>(string tried, BpfCommand command, ref T attributes)
        where T : unmanaged =>
        TryAsk(command, ref attributes, out var errno) is >= 0 and var result ? result : throw new BpfException(tried, errno);

    /// <summary>Asks the kernel; a refusal is a value.</summary>
    /// <returns>Negative when it refused.</returns>
    public static unsafe int TryAsk<T>(BpfCommand command, ref T attributes, out int errno)
        where T : unmanaged
    {
        errno = Errno.NotImplemented;
        if (Number is not { } number)
            return -1;
        fixed (T* pointer = &attributes)
        {
            var result = -1;
            errno = Errno.Interrupted;
            // A signal interrupts the verifier (bpf_check); the runtime has some of its own.
            for (var tries = 0; tries < Tries && result < 0 && errno is Errno.Interrupted or Errno.TryAgain; tries++)
            {
                result = (int)SystemCall(number, (int)command, pointer, (uint)sizeof(T));
                errno = Marshal.GetLastPInvokeError();
            }
            return result;
        }
    }

    public static SafeFileHandle Owned(int descriptor) => new(descriptor, ownsHandle: true);

    public static uint Number32(SafeFileHandle descriptor) => (uint)descriptor.DangerousGetHandle();

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static unsafe partial nint SystemCall(nint number, int command, void* attributes, uint size);
}
