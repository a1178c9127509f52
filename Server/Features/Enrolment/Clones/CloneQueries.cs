using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Enrolment;

namespace IwTune.Server.Features.Enrolment.Clones;

internal static class CloneQueries
{
    private const string Columns = "select c.*, h.name from clone_cases c join hosts h on h.id = c.host_id";

    public static Task<CloneRow?> FindAsync(DbSession db, string id) => db.FindAsync<CloneRow>($"{Columns} where c.id = @id", new { id });

    /// <summary>Every case that the gate needs.</summary>
    public static Task<IReadOnlyList<CloneRow>> AllInForceAsync(DbSession db) =>
        db.ListAsync<CloneRow>($"{Columns} where c.state <> '{CloneState.Ended}' and h.retired_at is null order by c.id");

    /// <summary>The same of these hosts.</summary>
    public static Task<IReadOnlyList<CloneRow>> OfAsync(DbSession db, IReadOnlyList<string> ids) =>
        db.ListAsync<CloneRow>($"{Columns} where c.state <> '{CloneState.Ended}' and c.host_id in @ids order by c.id", new { ids });

    public static Task<IReadOnlyList<CloneRow>> PageAsync(DbSession db, bool all, string? after, int limit) =>
        db.ListAsync<CloneRow>(
            $"{Columns} where c.id < @before and (@all or c.state = '{CloneState.Open}') order by c.id desc limit @limit",
            new
            {
                before = after ?? "~",
                all,
                limit,
            }
        );

    public static Task<long> OpenAsync(DbSession db) =>
        db.ValueAsync<long>($"select count(*) from clone_cases where state = '{CloneState.Open}'");

    public static Task<int> InsertAsync(DbSession write, CloneRow row) =>
        write.ExecuteAsync(
            $"""
            insert into clone_cases (id, host_id, found_at, state, reason, older_run, older_boot, older_address, older_seen,
              younger_run, younger_boot, younger_address, younger_seen, shared_hash)
            values (@Id, @HostId, @FoundAt, '{CloneState.Open}', @Reason, @OlderRun, @OlderBoot, @OlderAddress, @OlderSeen,
              @YoungerRun, @YoungerBoot, @YoungerAddress, @YoungerSeen, @SharedHash)
            """,
            row
        );

    public static Task<int> StateAsync(DbSession write, string id, CloneState state, long now, string by, string why) =>
        write.ExecuteAsync(
            "update clone_cases set state = @state, decided_at = @now, decided_by = @by, decided_why = @why where id = @id",
            new
            {
                id,
                state = state.ToString(),
                now,
                by,
                why,
            }
        );
}
