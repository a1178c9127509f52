using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace IwTune.Agent.Linux.Bpf;

/// <summary>A sock_ops program attached to a control group, beside whatever others are there.</summary>
internal sealed class Attachment : IDisposable
{
    /// <summary>BPF_F_ALLOW_MULTI</summary>
    private const uint BesideOthers = 2;

    private readonly SafeFileHandle _group;
    private readonly SafeFileHandle _program;
    private readonly SafeFileHandle? _link;

    private Attachment(SafeFileHandle group, SafeFileHandle program, SafeFileHandle? link) =>
        (_group, _program, _link) = (group, program, link);

    /// <summary>
    /// True when it ends with this process, however that ends (bpf_link, kernel 5.7); otherwise the next start must remove it.
    /// </summary>
    public bool DiesWithProcess => _link is not null;

    /// <summary>Attaches.</summary>
    /// <param name="group">The control group's directory.</param>
    /// <param name="program">Is owned by the attachment from then on.</param>
    /// <param name="links">False to attach as kernels before 5.7 do.</param>
    /// <exception cref="BpfException">
    /// Refused: another program of the group, or of one above it, allows none beside it; or a missing privilege.
    /// </exception>
    public static Attachment To(string group, SafeFileHandle program, bool links = true)
    {
        var directory = Cgroup.Open(group);
        try
        {
            return new Attachment(
                directory,
                program,
                links ? TryLink(directory, program) ?? Attach(directory, program) : Attach(directory, program)
            );
        }
        catch
        {
            directory.Dispose();
            throw;
        }
    }

    /// <summary>Removes every program of this name from the group itself: what an agent on an old kernel left when it was killed.</summary>
    /// <returns>How many.</returns>
    public static int Sweep(string group, string name)
    {
        var left = ProgramQuery.Of(group, inherited: false).Where(program => program.Name == name).ToList();
        using var directory = Cgroup.Open(group);
        var removed = 0;
        foreach (var program in left)
        {
            using var opened = ProgramQuery.TryOpen(program.Id);
            // A link cannot be removed this way: its process lives, and it belongs to that agent.
            if (opened is not null && Detach(directory, opened))
                removed++;
        }
        return removed;
    }

    /// <summary>Detaches, and lets the program go.</summary>
    public void Dispose()
    {
        if (_link is not null)
        {
            // A process that this one is starting holds the link, too, until its exec: closing it alone would leave it attached.
            var question = new LinkReference { Link = BpfCall.Number32(_link) };
            BpfCall.TryAsk(BpfCommand.LinkDetach, ref question, out _);
            _link.Dispose();
        }
        else
            Detach(_group, _program);
        _program.Dispose();
        _group.Dispose();
    }

    private static SafeFileHandle? TryLink(SafeFileHandle group, SafeFileHandle program)
    {
        var question = new LinkQuestion
        {
            Program = BpfCall.Number32(program),
            Target = BpfCall.Number32(group),
            AttachType = ProgramQuery.SockOps,
        };
        if (BpfCall.TryAsk(BpfCommand.LinkCreate, ref question, out var errno) is >= 0 and var link)
            return BpfCall.Owned(link);
        // Before 5.7 the command, or links of control groups, are not known.
        return errno == Errno.Invalid ? null : throw new BpfException("attaching the sock_ops program", errno);
    }

    private static SafeFileHandle? Attach(SafeFileHandle group, SafeFileHandle program)
    {
        var question = new AttachQuestion
        {
            Target = BpfCall.Number32(group),
            Program = BpfCall.Number32(program),
            AttachType = ProgramQuery.SockOps,
            Flags = BesideOthers,
        };
        BpfCall.Ask("attaching the sock_ops program", BpfCommand.ProgramAttach, ref question);
        return null;
    }

    private static bool Detach(SafeFileHandle group, SafeFileHandle program)
    {
        var question = new AttachQuestion
        {
            Target = BpfCall.Number32(group),
            Program = BpfCall.Number32(program),
            AttachType = ProgramQuery.SockOps,
        };
        return BpfCall.TryAsk(BpfCommand.ProgramDetach, ref question, out _) >= 0;
    }

    [StructLayout(LayoutKind.Sequential)]
    private struct LinkQuestion
    {
        public uint Program;
        public uint Target;
        public uint AttachType;
        public uint Flags;
    }

    [StructLayout(LayoutKind.Sequential)]
    private struct LinkReference
    {
        public uint Link;
    }

    [StructLayout(LayoutKind.Sequential)]
    private struct AttachQuestion
    {
        public uint Target;
        public uint Program;
        public uint AttachType;
        public uint Flags;
    }
}
