using IwTune.Server.Features.Audit;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Server.Tests.Features.Audit;

/// <summary>The actions of a forger who can write the store and knows how the chain is made.</summary>
internal static class Forgery
{
    /// <summary>Changes an entry and recomputes every later hash, including the head.</summary>
    public static Task RewriteAsync(RunningServer server, long from, Func<AuditEntry, AuditEntry> change) =>
        server.Database.WriteAsync(async write =>
        {
            var previous = await AuditQueries.HashAsync(write, from - 1) ?? "";
            foreach (var row in await AuditQueries.AfterAsync(write, from - 1, int.MaxValue))
            {
                var entry = row.Number == from ? change(row.Entry()) : row.Entry();
                previous = AuditChain.HashOf(previous, entry);
                await write.ExecuteAsync(
                    "update audit set reason = @Reason, text = @Text, hash = @previous where number = @Number",
                    new
                    {
                        entry.Reason,
                        entry.Text,
                        entry.Number,
                        previous,
                    }
                );
            }
            return await write.ExecuteAsync("update audit_head set hash = @previous where id = 1", new { previous });
        });
}
