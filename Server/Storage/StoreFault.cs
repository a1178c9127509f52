using Microsoft.Data.Sqlite;

namespace IwTune.Server.Storage;

/// <summary>What an operator can do about a store that refused a call (sqlite.org/rescode.html).</summary>
internal static class StoreFault
{
    private const int Busy = 5, ReadOnly = 8, Full = 13;

    public static string WayOut(SqliteException fault) => "Nothing of this call was stored. " + fault.SqliteErrorCode switch
    {
        Full => "The disk under the server's data directory is full: make room there, then repeat the call.",
        ReadOnly => "The server's data directory is read-only: make it writable, then repeat the call.",
        Busy => "Another program holds the store, such as a backup: repeat the call when it is done.",
        _ => $"The store says: {fault.Message.TrimEnd('.')}. See that the disk under the server's data directory is there, writable and has room, then repeat the call.",
    };
}
