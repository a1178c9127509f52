using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Server.Features.Retention;

/// <summary>The stored retention periods.</summary>
internal sealed class RetentionRow
{
    public string Periods { get; init; } = "";
    public string SetBy { get; init; } = "";
    public long? SetAt { get; init; }
    public long RunAt { get; init; }
    public long? ToldAt { get; init; }
    public string Told { get; init; } = "";
    public long AuditCut { get; init; }

    /// <summary>Periods that a person set go before those of the command line.</summary>
    public RetentionPeriods InForce(ServerOptions options) =>
        RetentionText.Parse(SetAt is null ? options.Retain : Periods).Periods ?? new();
}

internal static class RetentionQueries
{
    public static async Task<RetentionRow> FindAsync(DbSession db) =>
        (await db.FindAsync<RetentionRow>("select periods, set_by, set_at, run_at, told_at, told, audit_cut from retention where id = 1"))!;

    public static async Task<RetentionStatus> StatusAsync(DbSession db, ServerOptions options)
    {
        var row = await FindAsync(db);
        return new()
        {
            Periods = row.InForce(options),
            SetBy = row.SetBy,
            SetAt = Clock.At(row.SetAt),
            LastRun = Clock.At(row.ToldAt),
            LastTold = row.Told,
            AuditDeleted = row.AuditCut,
            LegalHolds = (int)await db.ValueAsync<long>("select count(*) from legal_holds where lifted_at is null"),
        };
    }
}
