using System.Data.Common;

namespace IwTune.Server.Storage;

/// <summary>Work that is stored whole or not at all.</summary>
/// <remarks>
/// Begins and ends by SQL: a provider's transaction object rolls back whenever a commit failed, although SQLite has done so itself
/// when the disk is full (sqlite.org/lang_transaction.html, "Response To Errors Within A Transaction"); the failure of that second
/// rollback would hide the first, and the connection would never be closed.
/// </remarks>
internal static class Atomic
{
    /// <exception cref="StoreException">It is not known whether it was stored.</exception>
    public static async Task<T> RunAsync<T>(
        IStore store,
        DbConnection connection,
        string? transaction,
        Func<Task<T>> work,
        CancellationToken ct = default
    )
    {
        T result;
        try
        {
            result = await work();
            ct.ThrowIfCancellationRequested();
        }
        catch
        {
            await store.RollbackAsync(connection);
            throw;
        }
        try
        {
            if (await store.CommitAsync(connection) is { } warning)
                throw StoreException.Unknown(new StorageUnusableException($"The database committed with a warning: {warning}"));
        }
        catch (DbException failed)
        {
            await store.RollbackAsync(connection);
            if (store.Explain(failed) is { Lost: false, Unanswered: false })
                throw;
            // The answer is lost, not necessarily the commit.
            switch (await store.WasCommittedAsync(transaction))
            {
                case true:
                    break;
                case false:
                    throw;
                default:
                    throw StoreException.Unknown(failed);
            }
        }
        return result;
    }
}
