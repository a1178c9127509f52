namespace IwTune.Server.Storage;

/// <summary>Which transactions a transaction excludes while it runs.</summary>
internal enum WriteLane
{
    /// <summary>Every other transaction, on every server: what counts on, chains to or is compared with what others write.</summary>
    Ordered,

    /// <summary>None: it only reads, and sees the store as of its beginning.</summary>
    Snapshot,

    /// <summary>
    /// Ordered ones, and others of the same hosts: for rows that belong to one host, whose order among hosts has no meaning.
    /// </summary>
    Hosts,
}
