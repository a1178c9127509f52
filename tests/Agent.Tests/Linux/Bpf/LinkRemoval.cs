using System.Runtime.InteropServices;
using IwTune.Agent.Linux.Bpf;

namespace IwTune.Agent.Tests.Linux.Bpf;

/// <summary>Detaches a program of another process from its control group, as <c>bpftool link detach</c> does.</summary>
internal static class LinkRemoval
{
    private const BpfCommand OfId = (BpfCommand)30,
        NextId = (BpfCommand)31,
        Detach = (BpfCommand)34;

    public static void TakeOff(uint program)
    {
        var ids = default(Ids);
        while (BpfCall.TryAsk(NextId, ref ids, out _) >= 0)
        {
            var wanted = new Ids { Id = ids.Next };
            using var link = BpfCall.Owned(BpfCall.Ask("opening a link", OfId, ref wanted));
            ids.Id = ids.Next;
            if (ProgramOf(BpfCall.Number32(link)) != program)
                continue;
            var question = BpfCall.Number32(link);
            BpfCall.Ask("detaching a link", Detach, ref question);
            return;
        }
        Assert.Fail($"no link holds the program {program}");
    }

    /// <summary>struct bpf_link_info: type, id, prog_id.</summary>
    private static unsafe uint ProgramOf(uint link)
    {
        var info = stackalloc uint[8];
        var question = new Information
        {
            Descriptor = link,
            Length = 8 * sizeof(uint),
            Info = (ulong)info,
        };
        BpfCall.Ask("asking about a link", BpfCommand.InfoOfDescriptor, ref question);
        return info[2];
    }

    [StructLayout(LayoutKind.Sequential)]
    private struct Ids
    {
        public uint Id;
        public uint Next;
        public uint Flags;
    }

    [StructLayout(LayoutKind.Sequential)]
    private struct Information
    {
        public uint Descriptor;
        public uint Length;
        public ulong Info;
    }
}
