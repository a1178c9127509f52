using IwTune.Server.Console;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Audit;

/// <summary>Holds the store against a copy that was kept elsewhere: what the copy has must be there, and be the same.</summary>
internal static class VerifyAgainst
{
    private const int Chunk = 1000,
        Shown = 100;

    /// <param name="db">A snapshot that began after the copy was read: a running server appends to both, to the store first.</param>
    /// <param name="copy">The copy.</param>
    /// <param name="key">The audit key.</param>
    /// <param name="store">What verifying the store found.</param>
    public static async Task<AuditVerification> RunAsync(DbSession db, AuditCopy copy, SigningKey key, AuditVerification store)
    {
        var (verified, entries) = copy;
        if (!verified.Intact)
            return verified with { Text = "The copy does not verify. " + verified.Text };
        var begins = (await LogBeginning.OfAsync(db, key)).Begins?.Number ?? 0;
        foreach (var chunk in entries.Where(entry => entry.Number > begins).Chunk(Chunk))
        {
            var own = (await AuditQueries.AfterAsync(db, chunk[0].Number - 1, chunk.Length)).ToDictionary(row => row.Number);
            foreach (var entry in chunk)
            {
                if (!own.TryGetValue(entry.Number, out var row))
                    return Differs(
                        store,
                        entry,
                        $"the copy has entry {entry.Number}, and the log ends at {store.Entries}: its end was cut off"
                    );
                if (row.Hash != entry.Hash && row.Action == StoreActions.Restore.Name)
                    return Lost(store, row, [.. entries.Where(one => one.Number >= entry.Number)]);
                if (row.Hash != entry.Hash)
                    return Differs(
                        store,
                        entry,
                        $"entry {entry.Number} is not the one that the copy has: the log was made anew from there on"
                    );
            }
        }
        return store with { Text = $"{store.Text}; the copy's {entries.Count} entries are the same" };
    }

    private static AuditVerification Lost(AuditVerification store, AuditRow restored, IReadOnlyList<AuditEntry> lost) =>
        store with
        {
            Intact = false,
            BrokenAt = restored.Number,
            Text =
                $"The store was restored from a backup at {Clock.At(restored.At):u} (entry {restored.Number}). "
                + $"{Quantities.Of(lost.Count, "entry", "entries")} of the copy {(lost.Count == 1 ? "is" : "are")} "
                + "not in its log any more:\n"
                + string.Join('\n', lost.Take(Shown).Select(Line))
                + (lost.Count > Shown ? $"\n… and {lost.Count - Shown} more" : ""),
        };

    private static string Line(AuditEntry entry) =>
        $"{entry.Number}  {entry.At:u}  {entry.Actor}  {entry.Action}  {entry.Subject}  {entry.Text}";

    private static AuditVerification Differs(AuditVerification store, AuditEntry entry, string what) =>
        store with
        {
            Intact = false,
            BrokenAt = entry.Number,
            Text = $"The audit log was changed outside this server: {what}.",
        };
}
