namespace IwTune.Server.Storage;

/// <summary>
/// The term of office in which work is done that only one server may do. Its transactions look at the store's term first: a leader that was
/// frozen, or cut off, and comes back when another one leads, writes nothing any more, whatever it believes.
/// </summary>
internal static class Fence
{
    private static readonly AsyncLocal<long?> Told = new();

    /// <summary>The term of the work in hand; <see langword="null"/> for work that any server may do.</summary>
    public static long? Term => Told.Value;

    /// <summary>To be called inside an async method, whose end is the end of it.</summary>
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
