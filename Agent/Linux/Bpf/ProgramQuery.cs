using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace IwTune.Agent.Linux.Bpf;

/// <summary>Asks which sock_ops programs are attached to a control group.</summary>
internal static class ProgramQuery
{
    /// <summary>BPF_CGROUP_SOCK_OPS of enum bpf_attach_type.</summary>
    internal const uint SockOps = 3;

    /// <summary>BPF_F_QUERY_EFFECTIVE: also those of the groups above it, in the order they run.</summary>
    private const uint Effective = 1;

    private const int NameOffset = 64;
    private const int NameLength = 16;

    /// <param name="group">The control group's directory.</param>
    /// <param name="inherited">True for everything that runs for its sockets, false for what is attached to it itself.</param>
    /// <exception cref="BpfException">Too old a kernel, or a missing privilege.</exception>
    public static unsafe IReadOnlyList<SockOpsProgram> Of(string group, bool inherited)
    {
        using var directory = Cgroup.Open(group);
        // The kernel allows 64 a group (BPF_CGROUP_MAX_PROGS).
        Span<uint> ids = stackalloc uint[256];
        fixed (uint* first = ids)
        {
            var question = new Question
            {
                Target = BpfCall.Number32(directory),
                AttachType = SockOps,
                Flags = inherited ? Effective : 0,
                Ids = (ulong)first,
                Count = (uint)ids.Length,
            };
            BpfCall.Ask("asking which sock_ops programs are attached", BpfCommand.ProgramQuery, ref question);
            var programs = new List<SockOpsProgram>((int)question.Count);
            foreach (var id in ids[..(int)question.Count])
                programs.Add(new SockOpsProgram(id, NameOf(id)));
            return programs;
        }
    }

    /// <returns>Empty when it has none, is gone, or this process may not look (that takes CAP_SYS_ADMIN).</returns>
    public static string NameOf(uint id)
    {
        using var program = TryOpen(id);
        Span<byte> info = stackalloc byte[NameOffset + NameLength];
        return program is not null && TryInfo(program, info)
            ? Encoding.ASCII.GetString(info.Slice(NameOffset, NameLength)).Split('\0')[0]
            : "";
    }

    /// <summary>The number by which queries know a program.</summary>
    public static uint IdOf(SafeFileHandle program)
    {
        const int idOffset = 4;
        Span<byte> info = stackalloc byte[NameOffset + NameLength];
        return TryInfo(program, info) ? MemoryMarshal.Read<uint>(info[idOffset..]) : 0;
    }

    /// <summary>The number of the one map that a program looks into.</summary>
    /// <returns><see langword="null"/> when the program is gone or this process may not look.</returns>
    public static unsafe uint? MapOf(uint id)
    {
        const int countOffset = 52,
            mapsOffset = 56;
        using var program = TryOpen(id);
        Span<byte> info = stackalloc byte[NameOffset + NameLength];
        info.Clear();
        var map = 0u;
        MemoryMarshal.Write(info[countOffset..], 1u);
        MemoryMarshal.Write(info[mapsOffset..], (ulong)&map);
        return program is not null && Asked(program, info) && map != 0 ? map : null;
    }

    /// <returns><see langword="null"/> when it is gone or this process may not.</returns>
    public static SafeFileHandle? TryOpen(uint id)
    {
        var question = new ById { Id = id };
        return BpfCall.TryAsk(BpfCommand.ProgramOfId, ref question, out _) is >= 0 and var descriptor ? BpfCall.Owned(descriptor) : null;
    }

    private static bool TryInfo(SafeFileHandle program, Span<byte> info)
    {
        info.Clear();
        return Asked(program, info);
    }

    /// <summary>The values in the information buffer tell the kernel where to write lists.</summary>
    private static unsafe bool Asked(SafeFileHandle program, Span<byte> info)
    {
        fixed (byte* first = info)
        {
            var question = new Information
            {
                Descriptor = BpfCall.Number32(program),
                Length = (uint)info.Length,
                Info = (ulong)first,
            };
            return BpfCall.TryAsk(BpfCommand.InfoOfDescriptor, ref question, out _) >= 0;
        }
    }

    [StructLayout(LayoutKind.Sequential)]
    private struct Question
    {
        public uint Target;
        public uint AttachType;
        public uint Flags;
        public uint AttachFlags;
        public ulong Ids;
        public uint Count;
        public uint Padding;
    }

    [StructLayout(LayoutKind.Sequential)]
    private struct Information
    {
        public uint Descriptor;
        public uint Length;
        public ulong Info;
    }
}
