namespace IwTune.Agent.Linux.Bpf;

/// <summary>enum bpf_cmd (include/uapi/linux/bpf.h), as far as it is used.</summary>
internal enum BpfCommand
{
    MapCreate = 0,
    MapLookup = 1,
    MapUpdate = 2,
    MapDelete = 3,
    MapNextKey = 4,
    ProgramLoad = 5,
    ProgramAttach = 8,
    ProgramDetach = 9,
    ProgramOfId = 13,
    MapOfId = 14,
    InfoOfDescriptor = 15,

    /// <summary>Since 4.15.</summary>
    ProgramQuery = 16,

    /// <summary>Since 5.7.</summary>
    LinkCreate = 28,

    /// <summary>Since 5.9.</summary>
    LinkDetach = 34,
}
