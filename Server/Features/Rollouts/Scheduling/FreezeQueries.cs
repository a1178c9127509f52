using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Scheduling;

internal static class FreezeQueries
{
    private sealed class Row
    {
        public string Id { get; init; } = "";
        public long BeginsAt { get; init; }
        public long EndsAt { get; init; }
        public string Author { get; init; } = "";
        public string Reason { get; init; } = "";

        public Freeze View() => new(Id, Clock.At(BeginsAt), Clock.At(EndsAt), Author, Reason);
    }

    private const string InForce = "select id, begins_at, ends_at, author, reason from freezes where removed_at is null and ends_at > @now";

    /// <summary>Those that are not over, the next first.</summary>
    public static async Task<IReadOnlyList<Freeze>> ListAsync(DbSession db, long now) =>
        [.. (await db.ListAsync<Row>($"{InForce} order by begins_at, id", new { now })).Select(row => row.View())];

    /// <summary>The one in force that ends last.</summary>
    public static async Task<Freeze?> InForceAsync(DbSession db, long now) =>
        (await db.FindAsync<Row>($"{InForce} and begins_at <= @now order by ends_at desc, id limit 1", new { now }))?.View();
}
