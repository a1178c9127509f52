using IwTune.Server.Storage;

namespace IwTune.Server.Tests.Storage.Replicas;

/// <summary>Where a reading ran, as whom, and which publication it saw.</summary>
internal sealed record ReadMoment
{
    public bool Standby { get; init; }

    public string Role { get; init; } = "";

    public long Sequence { get; init; }

    public static async Task<ReadMoment> OfAsync(DbSession db) =>
        (
            await db.FindAsync<ReadMoment>(
                "select pg_is_in_recovery() as standby, current_user::text as role, sequence from publication where id = 1"
            )
        )!;

    /// <summary>Stores a publication number.</summary>
    public static Task<int> StoreAsync(Database store, long sequence) =>
        store.WriteAsync(write => write.ExecuteAsync("update publication set sequence = @sequence where id = 1", new { sequence }));
}
