using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Features.Retention;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Features.Audit;

/// <summary>What the log begins after: nothing, or the entry that a signed checkpoint covers where retention cut it off.</summary>
/// <param name="Number">The entry before the first.</param>
/// <param name="Hash">Its hash.</param>
internal sealed record LogBeginning(long Number, string Hash)
{
    /// <returns>The beginning, or why there is no trustworthy one.</returns>
    public static async Task<(LogBeginning? Begins, string Problem)> OfAsync(DbSession db, SigningKey key)
    {
        var first = await db.ValueAsync<long?>("select min(number) from audit") ?? 1;
        if (first == 1)
            return (new(0, ""), "");
        if (await CheckpointQueries.BetweenAsync(db, first - 2, first - 1) is not [var anchor, ..])
            return (null, $"it begins with entry {first}, and no signed checkpoint covers what was before");
        if (
            EnvelopeVerifier.Verify(anchor.ReadEnvelope(), AuditCheckpoint.Type, [key]) is not EnvelopeCheck.Genuine genuine
            || CheckpointText.Read(genuine.Payload.Span) is not { } made
            || made.Entries != first - 1
        )
            return (null, $"the checkpoint before entry {first} was not signed by the audit key {key.KeyId}");
        return (new(made.Entries, made.Head), "");
    }

    /// <summary>Only the server cuts the log, and writes down that it did.</summary>
    public static bool TellsOf(AuditRow row, long cut) => row.Action == OldAudit.Action && row.Subject == OldAudit.Subject(cut);
}
