using System.Security.Cryptography;
using System.Text;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Audit;

/// <summary>The append-only log. An entry is written in the transaction of the change it tells of, so that neither exists without the other.</summary>
internal static class AuditLog
{
    /// <param name="write">The transaction of the change.</param>
    /// <param name="clock">Stamps the entry.</param>
    /// <param name="actor">Who: <c>user:admin</c>, <c>token:ci</c>, <c>host:ID</c>, <c>cli:root</c>, <c>server</c>.</param>
    /// <param name="action">What: <c>policy.publish</c>.</param>
    /// <param name="subject">To what: <c>policy:edge</c>.</param>
    /// <param name="text">The change as a sentence.</param>
    /// <param name="reason">Why, as the actor gave it.</param>
    public static async Task AppendAsync(
        DbSession write, TimeProvider clock, string actor, string action, string subject, string text, string reason = "")
    {
        var head = (await write.FindAsync<AuditHead>("select number, hash from audit_head where id = 1"))!;
        var entry = new AuditRow
        {
            Number = head.Number + 1,
            At = clock.Now(),
            Actor = actor,
            Action = action,
            Subject = subject,
            Text = text,
            Reason = reason,
        };
        var hash = HashOf(head.Hash, entry);
        await write.ExecuteAsync(
            "insert into audit (number, at, actor, action, subject, text, reason, hash) values (@Number, @At, @Actor, @Action, @Subject, @Text, @Reason, @hash)",
            new { entry.Number, entry.At, entry.Actor, entry.Action, entry.Subject, entry.Text, entry.Reason, hash });
        await write.ExecuteAsync("update audit_head set number = @Number, hash = @hash where id = 1", new { entry.Number, hash });
    }

    /// <summary>Each field carries its length, so that text cannot move from one field to the next without a trace.</summary>
    public static string HashOf(string previous, AuditRow entry)
    {
        var text = new StringBuilder("iwtune audit v1\n").Append(previous).Append('\n').Append(entry.Number).Append('\n').Append(entry.At).Append('\n');
        foreach (var field in (ReadOnlySpan<string>)[entry.Actor, entry.Action, entry.Subject, entry.Text, entry.Reason])
            text.Append(field.Length).Append(':').Append(field).Append('\n');
        return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text.ToString())));
    }
}
