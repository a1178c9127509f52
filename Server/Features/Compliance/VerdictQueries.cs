using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Compliance;

namespace IwTune.Server.Features.Compliance;

internal static class VerdictQueries
{
    private sealed class Row
    {
        public string Verdict { get; init; } = "";
        public string Reason { get; init; } = "";
    }

    /// <summary>Keeps a verdict: nothing when it is the same, only the reason when that changed, and a change in the history when the word did.</summary>
    /// <returns>True when the word changed.</returns>
    public static async Task<bool> KeepAsync(DbSession write, TimeProvider clock, string hostId, Judgement judged, string digest)
    {
        var verdict = judged.Verdict.ToString();
        var before = await write.FindAsync<Row>("select verdict, reason from verdicts where host_id = @hostId", new { hostId });
        if (before is not null && before.Verdict == verdict && before.Reason == judged.Reason)
            return false;
        var changed = before?.Verdict != verdict;
        var values = new { hostId, verdict, judged.Reason, now = clock.Now(), id = clock.NewId(), digest };
        if (before is null)
            await write.ExecuteAsync("insert into verdicts (host_id, verdict, reason, changed_at) values (@hostId, @verdict, @Reason, @now)", values);
        else
            await write.ExecuteAsync(changed
                ? "update verdicts set verdict = @verdict, reason = @Reason, changed_at = @now where host_id = @hostId"
                : "update verdicts set reason = @Reason where host_id = @hostId", values);
        if (changed)
            await write.ExecuteAsync(
                "insert into verdict_changes (id, host_id, changed_at, verdict, reason, digest) values (@id, @hostId, @now, @verdict, @Reason, @digest)", values);
        return changed;
    }
}
