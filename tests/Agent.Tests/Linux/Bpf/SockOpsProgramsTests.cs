using IwTune.Agent.Linux.Bpf;
using IwTune.Lab;
using static IwTune.Agent.Linux.Bpf.Instruction;

namespace IwTune.Agent.Tests.Linux.Bpf;

/// <summary>Programs that may override the routes are found on the real kernel, at any level above this process.</summary>
public sealed class SockOpsProgramsTests : IDisposable
{
    private readonly ControlGroup _group = Grouped.Create();

    [Fact]
    public void A_foreign_program_is_found_by_id_and_name()
    {
        using var foreign = Attach(_group, "somebody");
        var found = Assert.Single(ProgramQuery.Of(_group.Path, inherited: false));
        Assert.Equal("somebody", found.Name);
        Assert.Equal($"the sock_ops BPF program {found.Id} 'somebody'", new SockOpsPrograms([found]).Overriders);
    }

    [Fact]
    public void A_program_of_a_group_above_counts_too()
    {
        using var inner = _group.Child();
        using var foreign = Attach(_group, "above");
        using var own = Attach(inner, SockOpsPrograms.OwnName);
        Assert.Equal([SockOpsPrograms.OwnName, "above"], ProgramQuery.Of(inner.Path, inherited: true).Select(program => program.Name));
        Assert.Equal(["above"], new SockOpsPrograms(ProgramQuery.Of(inner.Path, inherited: true)).Foreign.Select(program => program.Name));
        Assert.Single(ProgramQuery.Of(inner.Path, inherited: false));
    }

    [Fact]
    public void Only_foreign_programs_override()
    {
        var own = new SockOpsProgram(7, SockOpsPrograms.OwnName);
        Assert.Null(new SockOpsPrograms([]).Overriders);
        Assert.Null(new SockOpsPrograms([own]).Overriders);
        Assert.Null(new SockOpsPrograms([new SockOpsProgram(8, "")], Own: 8).Overriders);
        Assert.Equal(
            "the sock_ops BPF programs 8, 9 'x'",
            new SockOpsPrograms([new SockOpsProgram(8, ""), own, new SockOpsProgram(9, "x")]).Overriders
        );
    }

    [Fact]
    public void What_is_attached_to_another_group_does_not_concern_this_process()
    {
        using var foreign = Attach(_group, "elsewhere");
        var attached = SockOpsPrograms.Attached();
        Assert.Null(attached.Unknown);
        Assert.DoesNotContain(attached.All, program => program.Name == "elsewhere");
    }

    [Fact]
    public void A_group_that_is_not_there_is_said_not_to_be() =>
        Assert.Contains(
            "/nowhere",
            Assert.Throws<BpfException>(() => ProgramQuery.Of(_group.Path + "/nowhere", inherited: true)).Message,
            StringComparison.Ordinal
        );

    public void Dispose() => _group.Dispose();

    private static Attachment Attach(ControlGroup group, string name) =>
        Attachment.To(group.Path, LoadedProgram.Load(name, [Set(Register.R0, 1), Exit()]));
}
