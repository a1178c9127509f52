using System.Runtime.InteropServices;
using IwTune.Agent.Linux.Netlink;

namespace IwTune.Agent.Linux.Captures;

/// <summary>A classic BPF program on a socket (Documentation/networking/filter.rst).</summary>
internal static partial class ClassicFilter
{
    private const int AttachFilter = 26; // SO_ATTACH_FILTER

    /// <summary>Replaces the program of a socket.</summary>
    /// <returns>0, or -1 and the error number of the last call.</returns>
    public static unsafe int Attach(SafeHandle socket, ReadOnlySpan<Instruction> instructions)
    {
        fixed (Instruction* first = instructions)
        {
            var program = new ProgramHeader { Length = (ushort)instructions.Length, First = first };
            return SetOption(socket, LibC.SOL_SOCKET, AttachFilter, program, sizeof(ProgramHeader));
        }
    }

    [LibraryImport("libc", EntryPoint = "setsockopt", SetLastError = true)]
    private static partial int SetOption(SafeHandle socket, int level, int option, in ProgramHeader value, int length);

    /// <summary>struct sock_filter.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly record struct Instruction(ushort Code, byte WhenTrue, byte WhenFalse, uint Constant);

    /// <summary>struct sock_fprog.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private unsafe struct ProgramHeader
    {
        public ushort Length;
        public Instruction* First;
    }
}
