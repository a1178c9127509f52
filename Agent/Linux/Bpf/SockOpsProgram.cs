namespace IwTune.Agent.Linux.Bpf;

/// <summary>A sock_ops program that is attached to a control group.</summary>
/// <param name="Id">The kernel's number of it, as <c>bpftool prog</c> shows it.</param>
/// <param name="Name">The name it was loaded with; empty when it has none or this process may not look.</param>
internal sealed record SockOpsProgram(uint Id, string Name)
{
    public override string ToString() => Name.Length > 0 ? $"{Id} '{Name}'" : $"{Id}";
}
