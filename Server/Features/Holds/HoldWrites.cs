using System.Text.Json;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Feed;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Holds;

internal static class HoldWrites
{
    private static readonly BulkStatement Rows = BulkStatement.Insert(
        "holds",
        "id text, act text, host_id text, author text, reason text, since bigint, expires_at bigint, digest text"
    );

    public static Task<int> KeepContentAsync(DbSession write, PublishedContent content) =>
        write.ExecuteAsync(
            "insert into hold_contents (digest, content) values (@Digest, @json) on conflict (digest) do nothing",
            new { content.Digest, json = JsonSerializer.Serialize(content.Content, WireJson.Default.BundleContent) }
        );

    /// <param name="write">The transaction.</param>
    /// <param name="clock">Makes the ids.</param>
    /// <param name="act">What holds set at one go have in common.</param>
    /// <param name="hosts">The hosts.</param>
    /// <param name="hold">Who, since when, until when, why.</param>
    /// <param name="content">What they are pinned to; kept before.</param>
    public static async Task<IReadOnlyList<HeldHost>> InsertAsync(
        DbSession write,
        TimeProvider clock,
        string act,
        IReadOnlyList<FleetHost> hosts,
        HoldState hold,
        PublishedContent content
    )
    {
        var held = new List<HeldHost>(hosts.Count);
        foreach (var host in hosts)
            held.Add(new(host, new HoldPin(clock.NewId(), hold, content)));
        await write.ManyAsync(
            Rows,
            held.ConvertAll(one =>
                (object?[])
                    [
                        one.Pin.Id,
                        act,
                        one.Host.Id,
                        hold.By,
                        hold.Reason,
                        hold.Since.ToUnixTimeMilliseconds(),
                        hold.Until?.ToUnixTimeMilliseconds(),
                        content.Digest,
                    ]
            )
        );
        await HistoryQueries.AddAsync(
            write,
            clock,
            [.. hosts.Select(host => host.Id)],
            HistoryKind.Held,
            $"The server keeps the host at {Named(content.Content)}: {hold}.",
            content.Digest
        );
        return held;
    }

    public static async Task EndAsync(DbSession write, TimeProvider clock, string hostId, HoldPin pin, string by, string why)
    {
        await write.ExecuteAsync(
            "update holds set ended_at = @now, ended_by = @by, ended_why = @why where id = @Id and ended_at is null",
            new
            {
                now = clock.Now(),
                by,
                why,
                pin.Id,
            }
        );
        await HistoryQueries.AddAsync(
            write,
            clock,
            hostId,
            HistoryKind.Released,
            $"The server's hold by {Actors.Name(pin.Hold.By)} ended: {why}",
            pin.Content.Digest
        );
    }

    /// <summary>
    /// The machine enrolled again: an administrator's hold of it applies to its new identity. Of several former members the hold of the
    /// first is moved.
    /// </summary>
    public static async Task MoveAsync(DbSession write, TimeProvider clock, string from, string to)
    {
        if (
            !await HoldQueries.IsHeldAsync(write, to)
            && await write.ExecuteAsync("update holds set host_id = @to where host_id = @from and ended_at is null", new { from, to }) > 0
        )
            await ContinueAsync(write, clock, to, $"The hold of this machine on the server continues; it was set under host id {from}.");
    }

    /// <summary>The host enrolled a second time beside its member: a hold in force applies to both.</summary>
    public static async Task CopyAsync(DbSession write, TimeProvider clock, string from, string to)
    {
        var copied = await write.ExecuteAsync(
            """
            insert into holds (id, act, host_id, author, reason, since, expires_at, digest)
            select @id, act, @to, author, reason, since, expires_at, digest from holds where host_id = @from and ended_at is null
            """,
            new
            {
                id = clock.NewId(),
                from,
                to,
            }
        );
        if (copied > 0)
            await ContinueAsync(write, clock, to, $"The hold of host id {from}, which has the same secret, applies to this host too.");
    }

    /// <summary>A host that left is held no more.</summary>
    public static Task<int> EndOfAsync(DbSession write, TimeProvider clock, string hostId, string by) =>
        write.ExecuteAsync(
            "update holds set ended_at = @now, ended_by = @by, ended_why = 'The host left the fleet.' where host_id = @hostId and "
                + "ended_at is null",
            new
            {
                now = clock.Now(),
                by,
                hostId,
            }
        );

    /// <summary>A content as people name it.</summary>
    public static string Named(BundleContent content) =>
        content.Policy is { } policy ? $"{policy} revision {content.Revision}" : "no policy";

    /// <summary>Another identity of the machine is held as well.</summary>
    private static Task ContinueAsync(DbSession write, TimeProvider clock, string hostId, string text)
    {
        write.Tell(Topic.Requirements);
        return HistoryQueries.AddAsync(write, clock, hostId, HistoryKind.Held, text);
    }
}
