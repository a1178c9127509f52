using System.Runtime.InteropServices;
using IwTune.Agent.Linux.Bpf;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using static IwTune.Agent.Linux.Bpf.Instruction;

namespace IwTune.Agent.Tests.Linux.Bpf;

/// <summary>Attaching as kernels before 5.7 do, and where another program was attached first.</summary>
public sealed class AttachmentTests : IDisposable
{
    private readonly BpfBench _bench = new();

    private string Group => _bench.Group.Path;

    [Fact]
    public void A_link_dies_with_its_descriptor_and_an_old_attachment_does_not()
    {
        using (var link = Attachment.To(Group, Program(SockOpsPrograms.OwnName)))
            Assert.True(link.DiesWithProcess);
        _bench.IsGone(SockOpsPrograms.OwnName);
        using (var old = Attachment.To(Group, Program(SockOpsPrograms.OwnName), links: false))
        {
            Assert.False(old.DiesWithProcess);
            Assert.Single(Attached());
        }
        Assert.Empty(Attached());
    }

    [Fact]
    public void The_next_start_removes_what_a_killed_agent_left_on_an_old_kernel_and_nothing_else()
    {
        using var foreign = Attachment.To(Group, Program("foreign"), links: false);
        using var living = Attachment.To(Group, Program(SockOpsPrograms.OwnName));
        var living1 = Attached()[1];
        Leave(Program(SockOpsPrograms.OwnName));
        Assert.Equal(3, Attached().Count);
        var removed = Sweep();
        Assert.Contains("1 sock_ops program of an earlier agent", Assert.Single(removed), StringComparison.Ordinal);
        Assert.Equal(["foreign", SockOpsPrograms.OwnName], Attached().Select(program => program.Name));
        Assert.Contains(living1, Attached());
        Assert.Empty(Sweep());
    }

    [Fact]
    public void A_program_that_allows_none_beside_it_is_told_and_nothing_is_half_done()
    {
        using var group = Cgroup.Open(Group);
        using var exclusive = Program("exclusive");
        Attach(group, exclusive, flags: 0);
        const string id = "ipv4 main default via 10.99.0.2 dev v0";
        var outcome = Assert.IsType<Outcome.Failed>(_bench.Zoo.Apply(new Step.Set(_bench.Zoo.Target(id), new Window(30, null))));
        Assert.Contains("attaching the sock_ops program", outcome.Error, StringComparison.Ordinal);
        Assert.Contains("No route was written", outcome.Error, StringComparison.Ordinal);
        Assert.Equal(Window.Unset, _bench.Zoo.Target(id).Current);
        Assert.Equal(["exclusive"], Attached().Select(program => program.Name));
    }

    public void Dispose() => _bench.Dispose();

    private IReadOnlyList<SockOpsProgram> Attached() => _bench.Attached();

    private IReadOnlyList<string> Sweep() =>
        _bench.Zoo.Host.Run(() =>
            _bench
                .Zoo.Tuner.SweepAsync(new HashSet<string>(StringComparer.Ordinal), CancellationToken.None)
                .AsTask()
                .GetAwaiter()
                .GetResult()
        );

    private static Microsoft.Win32.SafeHandles.SafeFileHandle Program(string name) =>
        LoadedProgram.Load(name, [Set(Register.R0, 1), Exit()]);

    /// <summary>The state that a killed process leaves: its descriptors closed, the program attached.</summary>
    private void Leave(Microsoft.Win32.SafeHandles.SafeFileHandle program)
    {
        const uint besideOthers = 2;
        using (program)
        using (var group = Cgroup.Open(Group))
            Attach(group, program, besideOthers);
    }

    private static void Attach(
        Microsoft.Win32.SafeHandles.SafeFileHandle group,
        Microsoft.Win32.SafeHandles.SafeFileHandle program,
        uint flags
    )
    {
        var question = new Question
        {
            Target = BpfCall.Number32(group),
            Program = BpfCall.Number32(program),
            Type = ProgramQuery.SockOps,
            Flags = flags,
        };
        BpfCall.Ask("attaching", BpfCommand.ProgramAttach, ref question);
    }

    [StructLayout(LayoutKind.Sequential)]
    private struct Question
    {
        public uint Target;
        public uint Program;
        public uint Type;
        public uint Flags;
    }
}
