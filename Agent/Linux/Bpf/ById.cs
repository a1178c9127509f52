using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux.Bpf;

/// <summary>The question for a program or a map by the kernel's number of it.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct ById
{
    public uint Id;
    public uint NextId;
    public uint OpenFlags;
}
