namespace IwTune.Server.Storage;

/// <summary>
/// The term of office of work that only one server may do. Its transactions check the store's term first: a leader that was frozen or cut
/// off, and returns when another one leads, can write nothing any more.
/// </summary>
internal static class Fence
{
    private static readonly AsyncLocal<long?> Told = new();

    /// <summary>Must be called inside an async method: the term ends with the method.</summary>
    public static void Enter(long term) => Told.Value = term;

    /// <exception cref="FencedException">Another server leads.</exception>
    public static async Task CheckAsync(DbSession write)
    {
        if (Told.Value is not { } term)
            return;
        var now = await write.ValueAsync<long>("select term from leader where id = 1");
        if (now != term)
            throw new FencedException(term, now);
    }
}

/// <summary>What was to be written is another server's work now: nothing was stored, and nothing is to be repeated.</summary>
internal sealed class FencedException(long term, long now)
    : Exception($"The work belongs to term {term}, and another server leads in term {now}. Nothing was stored.");
