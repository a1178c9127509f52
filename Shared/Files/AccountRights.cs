namespace IwTune.Shared.Files;

/// <summary>What one entry of a directory's access list allows.</summary>
/// <param name="Account">The account's security identifier (S-1-…).</param>
/// <param name="Mask">The access mask (ACCESS_MASK, winnt.h).</param>
public sealed record AccountRights(string Account, int Mask)
{
    // winnt.h: what changes content, names, attributes, rights or owner. Generic rights stay unmapped in entries for children only.
    private const int AddFile = 0x2,
        AddSubdirectory = 0x4,
        WriteExtendedAttributes = 0x10,
        DeleteChild = 0x40,
        WriteAttributes = 0x100,
        Delete = 0x10000,
        WriteAccessList = 0x40000,
        WriteOwner = 0x80000,
        GenericAll = 0x10000000,
        GenericWrite = 0x40000000;

    /// <summary>True when it lets the account change the directory or something in it.</summary>
    public bool MayWrite =>
        (
            Mask
            & (
                AddFile
                | AddSubdirectory
                | WriteExtendedAttributes
                | DeleteChild
                | WriteAttributes
                | Delete
                | WriteAccessList
                | WriteOwner
                | GenericAll
                | GenericWrite
            )
        ) != 0;
}
