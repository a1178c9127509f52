using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Server.Features.Hosts.Views;

internal static class SavedViewQueries
{
    private const string Columns = "select id, name, query, sort, columns, shared, owner, changed_at from saved_views";

    private sealed class Row
    {
        public string Id { get; init; } = "";
        public string Name { get; init; } = "";
        public string Query { get; init; } = "";
        public string Sort { get; init; } = "";
        public string Columns { get; init; } = "";
        public bool Shared { get; init; }
        public string Owner { get; init; } = "";
        public long ChangedAt { get; init; }

        public SavedView View() => new(Id, Name, Query, Sort, Columns, Shared, Owner, Clock.At(ChangedAt));
    }

    /// <summary>The person's own and the shared ones, by name.</summary>
    public static async Task<IReadOnlyList<SavedView>> ListAsync(DbSession db, string person) =>
        [
            .. (
                await db.ListAsync<Row>(
                    Columns + " where owner = @person or shared = @yes order by name, owner, id",
                    new { person, yes = true }
                )
            ).Select(row => row.View()),
        ];

    public static async Task<SavedView?> FindAsync(DbSession db, string id) =>
        (await db.FindAsync<Row>(Columns + " where id = @id", new { id }))?.View();

    /// <summary>How many a person has, and the id of the one of this name.</summary>
    public static async Task<(long Count, string? SameName)> OfAsync(DbSession db, string person, string name) =>
        (
            await db.ValueAsync<long>("select count(*) from saved_views where owner = @person", new { person }),
            await db.FindAsync<string>("select id from saved_views where owner = @person and name = @name", new { person, name })
        );

    public static Task<int> PutAsync(DbSession write, SavedView view) =>
        write.ExecuteAsync(
            """
            insert into saved_views (id, owner, name, query, sort, columns, shared, changed_at)
            values (@Id, @Owner, @Name, @Query, @Sort, @Columns, @Shared, @at)
            on conflict (id) do update set name = excluded.name, query = excluded.query, sort = excluded.sort, columns = excluded.columns,
              shared = excluded.shared, changed_at = excluded.changed_at
            """,
            new
            {
                view.Id,
                view.Owner,
                view.Name,
                view.Query,
                view.Sort,
                view.Columns,
                view.Shared,
                at = view.Changed.ToUnixTimeMilliseconds(),
            }
        );

    public static Task<int> RemoveAsync(DbSession write, string id) =>
        write.ExecuteAsync("delete from saved_views where id = @id", new { id });

    /// <summary>A person's private views; shared ones stay for those who use them.</summary>
    public static Task<int> RemovePrivateAsync(DbSession write, string person) =>
        write.ExecuteAsync("delete from saved_views where owner = @person and shared = @no", new { person, no = false });
}
