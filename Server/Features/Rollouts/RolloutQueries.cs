using System.Text.Json;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts;

internal static class RolloutQueries
{
    private sealed class ApprovalRow
    {
        public string Actor { get; init; } = "";
        public string PlanHash { get; init; } = "";
        public string Reason { get; init; } = "";
        public long ApprovedAt { get; init; }
        public string VoidReason { get; init; } = "";
    }

    private sealed class GateRow
    {
        public long Ring { get; init; }
        public string Gate { get; init; } = "";
    }

    private sealed class EventRow
    {
        public long At { get; init; }
        public string Actor { get; init; } = "";
        public string Kind { get; init; } = "";
        public string Text { get; init; } = "";
        public string Reason { get; init; } = "";
    }

    private const string Counting =
        "select h.rollout_id, h.ring, h.state, count(*) as hosts, count(h.admitted_at) as told from rollout_hosts h";

    public static Task<RolloutRow?> FindAsync(DbSession db, string id) =>
        db.FindAsync<RolloutRow>("select * from rollouts where id = @id", new { id });

    /// <summary>Whether no command and no evaluation has changed a rollout since it was read.</summary>
    public static async Task<bool> IsAsReadAsync(DbSession db, RolloutRow row) =>
        await FindAsync(db, row.Id) is { } now && now.Version == row.Version && now.State == row.State;

    /// <summary>Newest first.</summary>
    public static Task<IReadOnlyList<RolloutRow>> ListAsync(DbSession db, string? policy, bool active, int limit, string? after = null) =>
        db.ListAsync<RolloutRow>(
            $"""
            select * from rollouts where (cast(@policy as text) is null or policy = @policy)
                and (cast(@after as text) is null or id < @after){(
                active ? $" and {IsActive}" : ""
            )} order by id desc limit @limit
            """,
            new
            {
                policy,
                after,
                limit,
            }
        );

    /// <summary>Those that are not over, oldest first.</summary>
    public static Task<IReadOnlyList<RolloutRow>> ActiveAsync(DbSession db) =>
        db.ListAsync<RolloutRow>($"select * from rollouts where {IsActive} order by id");

    /// <summary>The one of a policy that is not over.</summary>
    public static Task<RolloutRow?> ActiveAsync(DbSession db, string policy) =>
        db.FindAsync<RolloutRow>($"select * from rollouts where policy = @policy and {IsActive} order by id desc limit 1", new { policy });

    /// <summary>The one of a policy that is over, and whose revision is still required of the hosts admitted to it.</summary>
    public static Task<RolloutRow?> KeptAsync(DbSession db, string policy) =>
        db.FindAsync<RolloutRow>(
            $"select * from rollouts where policy = @policy and in_force and not ({IsActive}) order by id desc limit 1",
            new { policy }
        );

    public static Task<IReadOnlyList<RingStateRow>> CountsAsync(DbSession db, string id) =>
        db.ListAsync<RingStateRow>($"{Counting} where h.rollout_id = @id group by h.rollout_id, h.ring, h.state", new { id });

    public static Task<IReadOnlyList<RingStateRow>> CountsAsync(DbSession db, IReadOnlyList<string> ids) =>
        db.ListAsync<RingStateRow>($"{Counting} where h.rollout_id in @ids group by h.rollout_id, h.ring, h.state", new { ids });

    public static async Task<IReadOnlyList<RolloutApproval>> ApprovalsAsync(DbSession db, string id) =>
        [
            .. (
                await db.ListAsync<ApprovalRow>(
                    "select actor, plan_hash, reason, approved_at, void_reason from rollout_approvals where rollout_id = @id order by "
                        + "approved_at, actor",
                    new { id }
                )
            ).Select(row => new RolloutApproval(row.Actor, row.PlanHash, row.Reason, Clock.At(row.ApprovedAt), row.VoidReason)),
        ];

    /// <summary>Different people whose approval of this plan counts.</summary>
    public static async Task<IReadOnlyList<string>> ApproversAsync(DbSession db, string id, string planHash) =>
        await db.ListAsync<string>(
            "select distinct person from rollout_approvals where rollout_id = @id and plan_hash = @planHash and void_reason = ''",
            new { id, planHash }
        );

    public static async Task<IReadOnlyDictionary<int, RolloutGate>> GatesAsync(DbSession db, string id) =>
        (await db.ListAsync<GateRow>("select ring, gate from rollout_gates where rollout_id = @id", new { id })).ToDictionary(
            row => (int)row.Ring,
            row => JsonSerializer.Deserialize(row.Gate, RolloutJson.Default.RolloutGate)!
        );

    public static async Task<RolloutGate?> GateAsync(DbSession db, string id, long ring) =>
        await db.FindAsync<string>("select gate from rollout_gates where rollout_id = @id and ring = @ring", new { id, ring }) is { } json
            ? JsonSerializer.Deserialize(json, RolloutJson.Default.RolloutGate)
            : null;

    /// <summary>Newest first.</summary>
    public static async Task<IReadOnlyList<RolloutEvent>> EventsAsync(DbSession db, string id) =>
        [
            .. (
                await db.ListAsync<EventRow>(
                    "select at, actor, kind, text, reason from rollout_events where rollout_id = @id order by number desc",
                    new { id }
                )
            ).Select(row => new RolloutEvent(Clock.At(row.At), row.Actor, Enum.Parse<RolloutEventKind>(row.Kind), row.Text, row.Reason)),
        ];

    private const string IsActive = "state not in ('Complete', 'RolledBack', 'Aborted', 'Superseded')";
}
