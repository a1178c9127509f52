using IwTune.Server.Features.Webhooks.Events;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Audit;

/// <summary>The append-only log. An entry is written in the transaction of its change, so that neither exists without the other.</summary>
internal static class AuditLog
{
    /// <param name="write">The transaction of the change.</param>
    /// <param name="clock">Stamps the entry.</param>
    /// <param name="actor">Who: <c>user:admin</c>, <c>token:ci</c>, <c>host:ID</c>, <c>cli:root</c>, <c>server</c>.</param>
    /// <param name="action">What, of the lists in <c>Actions</c>.</param>
    /// <param name="subject">To what: <c>policy:edge</c>.</param>
    /// <param name="text">The change as a sentence.</param>
    /// <param name="reason">Why, as the actor gave it.</param>
    public static async Task AppendAsync(
        DbSession write,
        TimeProvider clock,
        string actor,
        EventType action,
        string subject,
        string text,
        string reason = ""
    )
    {
        write.InOrder();
        var head = (await AuditQueries.HeadAsync(write))!;
        var entry = new AuditEntry(head.Number + 1, Clock.At(clock.Now()), actor, action.Name, subject, text, reason, "")
        {
            Source = Origin.Current,
        };
        entry = entry with { Hash = AuditChain.HashOf(head.Hash, entry) };
        await write.ExecuteAsync(
            """
            insert into audit (number, at, actor, action, subject, text, reason, source, hash)
            values (@Number, @at, @Actor, @Action, @Subject, @Text, @Reason, @Source, @Hash)
            """,
            new
            {
                entry.Number,
                at = entry.At.ToUnixTimeMilliseconds(),
                entry.Actor,
                entry.Action,
                entry.Subject,
                entry.Text,
                entry.Reason,
                entry.Source,
                entry.Hash,
            }
        );
        await write.ExecuteAsync("update audit_head set number = @Number, hash = @Hash where id = 1", entry);
        await AuditEvents.TellAsync(write, clock, entry);
    }
}
