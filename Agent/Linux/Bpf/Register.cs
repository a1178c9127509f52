namespace IwTune.Agent.Linux.Bpf;

/// <summary>
/// A register of the virtual machine: r0 takes results, r1 to r5 carry arguments, r6 to r9 survive calls, r10 is the frame.
/// </summary>
internal enum Register : byte
{
    R0,
    R1,
    R2,
    R3,
    R4,
    R5,
    R6,
    R7,
    R8,
    R9,
    Frame,
}
