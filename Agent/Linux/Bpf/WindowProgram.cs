using System.Runtime.InteropServices;
using static IwTune.Agent.Linux.Bpf.Instruction;
using static IwTune.Agent.Linux.Bpf.Line;
using static IwTune.Agent.Linux.Bpf.Register;

namespace IwTune.Agent.Linux.Bpf;

/// <summary>
/// The program that gives a connection its window: the initial congestion window when it is established, in either direction, and the
/// initial receive window when its first window is announced. It runs for every connection of a control group, so it makes one lookup and
/// ends.
/// </summary>
internal static class WindowProgram
{
    // struct bpf_sock_ops, include/uapi/linux/bpf.h
    private const int Operation = 0,
        Reply = 4,
        Family = 20,
        RemoteIp4 = 24,
        RemoteIp6 = 32,
        SendCwnd = 76,
        TotalRetransmits = 136;

    // enum of BPF_SOCK_OPS_*
    private const int ReceiveWindowInit = 2,
        ActiveEstablished = 4,
        PassiveEstablished = 5;

    /// <summary>
    /// What the program of a container leaves in the reply, which the kernel does not use when a connection is established: the programs of
    /// a group run before those of the groups above it (compute_effective_progs, kernel/bpf/cgroup.c), over one context, and the last that
    /// sets a window would win.
    /// </summary>
    private const int Decided = 0x69777475;

    private const int LevelTcp = 6,
        BpfInitialWindow = 1001;

    // The key lies at the end of the frame, as Prefix.WriteKey lays it out.
    private const int Key = -Prefix.KeyLength,
        KeyFamily = Key + 4,
        KeyAddress = Key + 8;

    // An IPv4 peer of an IPv6 socket is ::ffff:a.b.c.d.
    private static readonly uint MappedMark = MemoryMarshal.Read<uint>([0, 0, 0xff, 0xff]);

    /// <summary>Only where the kernel took the window, so that a refused one does not keep the host's from being set.</summary>
    private static readonly Line[] Marked = [JumpIfNot(R0, 0).To("done"), SetWord(R1, Decided), Write(R6, Reply, R1)];

    /// <summary>The program. What a program of the agent for a container below has set stays as it is.</summary>
    /// <param name="map">Descriptor of the <see cref="WindowMap"/> that it looks into.</param>
    /// <param name="ofContainer">True for the program of a container, whose windows the host's program leaves alone.</param>
    public static Instruction[] Code(int map, bool ofContainer = false) =>
        Assemble([
            Copy(R6, R1),
            Read(R7, R6, Operation),
            Read(R8, R6, Reply),
            JumpIfEqual(R7, ActiveEstablished).To("established"),
            JumpIfEqual(R7, PassiveEstablished).To("established"),
            JumpIfNot(R7, ReceiveWindowInit).To("done"),
            JumpIfNot(R8, 0).To("done"),
            Jump().To("find the peer"),
            Here("established"),
            JumpIfEqual(R8, Decided).To("done"),
            Here("find the peer"),
            Read(R1, R6, Family),
            JumpIfEqual(R1, Prefix.Inet).To("ipv4"),
            JumpIfNot(R1, Prefix.Inet6).To("done"),
            WriteValue(Frame, Key, Prefix.FamilyBits + 128),
            WriteValue(Frame, KeyFamily, Prefix.Inet6),
            Read(R1, R6, RemoteIp6),
            Read(R2, R6, RemoteIp6 + 4),
            Read(R3, R6, RemoteIp6 + 8),
            Read(R4, R6, RemoteIp6 + 12),
            Write(Frame, KeyAddress, R1),
            Write(Frame, KeyAddress + 4, R2),
            Write(Frame, KeyAddress + 8, R3),
            Write(Frame, KeyAddress + 12, R4),
            JumpIfNot(R1, 0).To("look it up"),
            JumpIfNot(R2, 0).To("look it up"),
            SetWord(R5, MappedMark),
            JumpIfNot(R3, R5).To("look it up"),
            Copy(R1, R4),
            Jump().To("key of ipv4"),
            Here("ipv4"),
            Read(R1, R6, RemoteIp4),
            Here("key of ipv4"),
            WriteValue(Frame, Key, Prefix.FamilyBits + 32),
            WriteValue(Frame, KeyFamily, Prefix.Inet),
            Write(Frame, KeyAddress, R1),
            WriteValue(Frame, KeyAddress + 4, 0),
            WriteValue(Frame, KeyAddress + 8, 0),
            WriteValue(Frame, KeyAddress + 12, 0),
            Here("look it up"),
            Map(R1, map),
            Copy(R2, Frame),
            Add(R2, Key),
            Call(KernelFunction.MapLookup),
            JumpIfEqual(R0, 0).To("done"),
            JumpIfEqual(R7, ReceiveWindowInit).To("receive window"),
            // The kernel starts with one segment after it lost SYNs (tcp_init_transfer), and so do we.
            Read(R1, R6, TotalRetransmits),
            JumpIfAtMost(R1, 1).To("congestion window"),
            Read(R1, R6, SendCwnd),
            JumpIfEqual(R1, 1).To("done"),
            Here("congestion window"),
            Read(R1, R0, 0),
            JumpIfEqual(R1, 0).To("done"),
            Write(Frame, Key, R1),
            Copy(R1, R6),
            Set(R2, LevelTcp),
            Set(R3, BpfInitialWindow),
            Copy(R4, Frame),
            Add(R4, Key),
            Set(R5, sizeof(uint)),
            Call(KernelFunction.SetSocketOption),
            .. ofContainer ? Marked : [],
            Jump().To("done"),
            Here("receive window"),
            Read(R1, R0, sizeof(uint)),
            JumpIfEqual(R1, 0).To("done"),
            Write(R6, Reply, R1),
            // 1 makes the reply of this program, or of another one of the group, count (tcp_call_bpf, include/net/tcp.h).
            Here("done"),
            Set(R0, 1),
            Exit(),
        ]);
}
