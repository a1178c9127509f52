namespace IwTune.Agent.Linux.Bpf;

/// <summary>Functions of the kernel that programs may call (___BPF_FUNC_MAPPER, include/uapi/linux/bpf.h).</summary>
internal enum KernelFunction
{
    /// <summary>r1 map, r2 key's address → r0 the value's address, or 0.</summary>
    MapLookup = 1,

    /// <summary>r1 context, r2 level, r3 option, r4 value's address, r5 its length → r0 zero, or a negative error number.</summary>
    SetSocketOption = 49,
}
