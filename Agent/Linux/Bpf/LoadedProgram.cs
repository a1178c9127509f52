using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace IwTune.Agent.Linux.Bpf;

/// <summary>Hands a program to the kernel, which proves that it ends and touches nothing it may not.</summary>
internal static class LoadedProgram
{
    private const uint SockOpsType = 13;
    private const int LogLength = 64 << 10;

    /// <param name="name">At most 15 letters, digits and underscores.</param>
    /// <param name="code">Its instructions.</param>
    /// <returns>The program, which is gone when neither this nor an attachment holds it.</returns>
    /// <exception cref="BpfException">Refused; what the verifier said is in the message.</exception>
    public static SafeFileHandle Load(string name, ReadOnlySpan<Instruction> code)
    {
        // Without a log first: with one the verifier may fail for lack of room in it.
        if (TryLoad(name, code, default, out var errno) is { } program)
            return program;
        var log = new byte[LogLength];
        return TryLoad(name, code, log, out _)
            ?? throw new BpfException($"loading the sock_ops program: {Marshal.GetPInvokeErrorMessage(errno)}{Said(log)}")
            {
                Errno = errno,
            };
    }

    private static string Said(byte[] log) =>
        Encoding.ASCII.GetString(log).Split('\0')[0].Trim() is { Length: > 0 } text
            ? $". The kernel's verifier: {text.ReplaceLineEndings("; ")}"
            : "";

    private static unsafe SafeFileHandle? TryLoad(string name, ReadOnlySpan<Instruction> code, Span<byte> log, out int errno)
    {
        fixed (Instruction* instructions = code)
        fixed (byte* license = "MIT\0"u8)
        fixed (byte* text = log)
        {
            var question = new Question
            {
                Type = SockOpsType,
                Count = (uint)code.Length,
                Instructions = (ulong)instructions,
                License = (ulong)license,
                LogLevel = log.IsEmpty ? 0u : 1,
                LogSize = (uint)log.Length,
                Log = (ulong)text,
                Name = ObjectName.Of(name),
            };
            return BpfCall.TryAsk(BpfCommand.ProgramLoad, ref question, out errno) is >= 0 and var descriptor
                ? BpfCall.Owned(descriptor)
                : null;
        }
    }

    [StructLayout(LayoutKind.Sequential)]
    private struct Question
    {
        public uint Type;
        public uint Count;
        public ulong Instructions;
        public ulong License;
        public uint LogLevel;
        public uint LogSize;
        public ulong Log;
        public uint KernelVersion;
        public uint Flags;
        public ObjectName Name;
    }
}
