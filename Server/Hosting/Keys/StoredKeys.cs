using IwTune.Server.Storage;

namespace IwTune.Server.Hosting.Keys;

/// <summary>Keys in a shared store, closed when there is something to close them with.</summary>
internal sealed class StoredKeys(Database database, KeySeal? seal, TimeProvider clock)
{
    private sealed class Row
    {
        public string Name { get; init; } = "";
        public string Content { get; init; } = "";
        public bool Closed { get; init; }
    }

    /// <exception cref="StorageUnusableException">The keys were closed with a key file that is not this server's.</exception>
    public async Task<IReadOnlyDictionary<string, string>> AllAsync(DbSession db, string prefix = "")
    {
        var rows = await RowsAsync(db);
        return rows.Where(row => row.Name.StartsWith(prefix, StringComparison.Ordinal))
            .ToDictionary(row => row.Name, Open, StringComparer.Ordinal);
    }

    /// <summary>
    /// Closes the keys that lie open in the store from before there was something to close them with, and again those that the former file
    /// closed.
    /// </summary>
    /// <exception cref="StorageUnusableException">Neither file opens one.</exception>
    /// <returns>How many were closed.</returns>
    public async Task<int> CloseAsync()
    {
        if (seal is null || !(await database.ReadAsync(RowsAsync)).Any(IsBefore))
            return 0;
        return await database.WriteAsync(async write =>
        {
            var before = (await RowsAsync(write)).Where(IsBefore).ToList();
            foreach (var row in before)
                await ReplaceAsync(write, row.Name, Open(row));
            return before.Count;
        });
    }

    /// <summary>Stores a key; an existing one stays.</summary>
    public Task<int> AddAsync(DbSession write, string name, string text) =>
        write.ExecuteAsync(
            "insert into server_keys (name, content, closed, made_at) values (@name, @content, @closed, @now) on conflict (name) do "
                + "nothing",
            new
            {
                name,
                content = seal?.Close(name, text) ?? text,
                closed = seal is not null,
                now = clock.Now(),
            }
        );

    /// <summary>Stores a key in place of an existing one.</summary>
    public async Task ReplaceAsync(DbSession write, string name, string text)
    {
        await write.ExecuteAsync("delete from server_keys where name = @name", new { name });
        await AddAsync(write, name, text);
    }

    public Database Database => database;

    private static Task<IReadOnlyList<Row>> RowsAsync(DbSession db) =>
        db.ListAsync<Row>("select name, content, closed from server_keys order by name");

    private bool IsBefore(Row row) => !row.Closed || seal!.IsFormer(row.Name, row.Content);

    private string Open(Row row) =>
        !row.Closed ? row.Content
        : seal is null
            ? throw new StorageUnusableException(
                $"The keys in {database.Shown} are closed: start this server with the --key-file that the others have."
            )
        : seal.Open(row.Name, row.Content)
            ?? throw new StorageUnusableException(
                $"The key {row.Name} in {database.Shown} was closed with another file than --key-file names: give every server the same "
                    + $"file. {KeySeal.WayOut}"
            );
}
