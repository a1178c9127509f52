using System.Text.Json;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Holds;

internal static class HoldWrites
{
    public static Task<int> KeepContentAsync(DbSession write, PublishedContent content) => write.ExecuteAsync(
        "insert into hold_contents (digest, content) values (@Digest, @json) on conflict (digest) do nothing",
        new { content.Digest, json = JsonSerializer.Serialize(content.Content, WireJson.Default.BundleContent) });

    /// <param name="write">The transaction.</param>
    /// <param name="clock">Makes the id.</param>
    /// <param name="act">What holds set at one go have in common.</param>
    /// <param name="hostId">The host.</param>
    /// <param name="hold">Who, since when, until when, why.</param>
    /// <param name="content">What it is pinned to; kept before.</param>
    public static async Task<Pin> InsertAsync(DbSession write, TimeProvider clock, string act, string hostId, HoldState hold, PublishedContent content)
    {
        var id = clock.NewId();
        await write.ExecuteAsync(
            "insert into holds (id, act, host_id, author, reason, since, expires_at, digest) values (@id, @act, @hostId, @By, @Reason, @since, @until, @Digest)",
            new { id, act, hostId, hold.By, hold.Reason, since = hold.Since.ToUnixTimeMilliseconds(), until = hold.Until?.ToUnixTimeMilliseconds(), content.Digest });
        await HistoryQueries.AddAsync(write, clock, hostId, nameof(HostEventKind.Held), $"The server keeps the host at {Named(content.Content)}: {hold}.", content.Digest);
        return new(id, hold, content);
    }

    public static async Task EndAsync(DbSession write, TimeProvider clock, string hostId, Pin pin, string by, string why)
    {
        await write.ExecuteAsync(
            "update holds set ended_at = @now, ended_by = @by, ended_why = @why where id = @Id and ended_at is null", new { now = clock.Now(), by, why, pin.Id });
        await HistoryQueries.AddAsync(write, clock, hostId, nameof(HostEventKind.Released), $"The server's hold by {pin.Hold.By} ended: {why}", pin.Content.Digest);
    }

    /// <summary>The machine joined anew: what an administrator decided of it holds for its new name in the fleet.</summary>
    public static async Task MoveAsync(DbSession write, TimeProvider clock, string from, string to)
    {
        if (await write.ExecuteAsync("update holds set host_id = @to where host_id = @from and ended_at is null", new { from, to }) > 0)
            await HistoryQueries.AddAsync(write, clock, to, nameof(HostEventKind.Held), $"The server's hold of this machine goes on; it was set while it was {from}.");
    }

    /// <summary>A host that left is held no more.</summary>
    public static Task<int> EndOfAsync(DbSession write, TimeProvider clock, string hostId, string by) => write.ExecuteAsync(
        "update holds set ended_at = @now, ended_by = @by, ended_why = 'The host left the fleet.' where host_id = @hostId and ended_at is null",
        new { now = clock.Now(), by, hostId });

    /// <summary>A content as people name it.</summary>
    public static string Named(BundleContent content) => content.Policy is { } policy ? $"{policy} revision {content.Revision}" : "no policy";
}
