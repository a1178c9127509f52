using IwTune.Server.Features.Webhooks.Events;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Server.Features.Audit;

/// <summary>The append-only log. An entry is written in the transaction of its change, so that neither exists without the other.</summary>
internal static class AuditLog
{
    private static readonly BulkStatement Entries = BulkStatement.Insert(
        "audit",
        "number bigint, at bigint, actor text, action text, subject text, text text, reason text, source text, hash text"
    );

    /// <param name="write">The transaction of the change.</param>
    /// <param name="clock">Stamps the entry.</param>
    /// <param name="actor">Who: <c>user:admin</c>, <c>token:ci</c>, <c>host:ID</c>, <c>cli:root</c>, <c>server</c>.</param>
    /// <param name="action">What, of the lists in <c>Actions</c>.</param>
    /// <param name="subject">To what: <c>policy:edge</c>.</param>
    /// <param name="text">The change as a sentence.</param>
    /// <param name="reason">Why, as the actor gave it.</param>
    public static Task AppendAsync(
        DbSession write,
        TimeProvider clock,
        string actor,
        EventType action,
        string subject,
        string text,
        string reason = ""
    ) => AppendAsync(write, clock, actor, action, [(subject, text)], reason);

    /// <summary>The same action on many subjects, an entry each.</summary>
    public static async Task AppendAsync(
        DbSession write,
        TimeProvider clock,
        string actor,
        EventType action,
        IReadOnlyList<(string Subject, string Text)> changes,
        string reason
    )
    {
        write.InOrder();
        var head = (await AuditQueries.HeadAsync(write))!;
        var (number, hash, at) = (head.Number, head.Hash, Clock.At(clock.Now()));
        var entries = new List<AuditEntry>(changes.Count);
        foreach (var (subject, text) in changes)
        {
            var entry = new AuditEntry(++number, at, actor, action.Name, subject, text, reason, "") { Source = Origin.Current };
            entries.Add(entry with { Hash = hash = AuditChain.HashOf(hash, entry) });
        }
        await write.ManyAsync(
            Entries,
            [
                .. entries.Select(entry =>
                    (object?[])
                        [
                            entry.Number,
                            entry.At.ToUnixTimeMilliseconds(),
                            entry.Actor,
                            entry.Action,
                            entry.Subject,
                            entry.Text,
                            entry.Reason,
                            entry.Source,
                            entry.Hash,
                        ]
                ),
            ]
        );
        await write.ExecuteAsync("update audit_head set number = @number, hash = @hash where id = 1", new { number, hash });
        await AuditEvents.TellAsync(write, clock, entries);
    }
}
