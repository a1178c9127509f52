using System.Text.Json;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Rollouts.Planning;
using IwTune.Server.Features.Webhooks.Events;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Telemetry;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts;

internal static class RolloutWrites
{
    // Seven values a host; PostgreSQL takes 65,535 in one statement, SQLite 32,766.
    private const int Chunk = 500;

    /// <summary>Numbered within its rollout: a time may be that of several events, and may go back.</summary>
    private const string InsertEvent = """
        insert into rollout_events (id, rollout_id, number, at, actor, kind, text, reason)
        values (@event, @id, (select coalesce(max(number), 0) + 1 from rollout_events where rollout_id = @id), @now, @actor, @kind,
            @text, @reason)
        """;

    public static async Task InsertAsync(DbSession write, RolloutRow row) =>
        await write.ExecuteAsync(
            """
            insert into rollouts (id, policy, from_revision, to_revision, state, sentence, in_force, emergency, rules, plan_hash, author,
                author_person,
              reason, created_at, planned_at, needed, excluded)
            values (@Id, @Policy, @FromRevision, @ToRevision, @State, @Sentence, @InForce, @Emergency, @Rules, @PlanHash, @Author,
                @AuthorPerson,
              @Reason, @CreatedAt, @PlannedAt, @Needed, @Excluded)
            """,
            row
        );

    public static async Task HostsAsync(DbSession write, RolloutPlan plan)
    {
        foreach (var chunk in plan.Hosts.Chunk(Chunk))
        {
            var values = new Dictionary<string, object>(StringComparer.Ordinal) { ["rollout"] = plan.Id };
            var rows = chunk
                .Select(
                    (one, i) =>
                    {
                        (values[$"h{i}"], values[$"r{i}"]) = (one.Host.Identity.Id, one.Ring);
                        return $"(@rollout, @h{i}, @r{i}, 'Waiting')";
                    }
                )
                .ToList();
            await write.ExecuteAsync(
                $"insert into rollout_hosts (rollout_id, host_id, ring, state) values {string.Join(',', rows)}",
                values
            );
        }
    }

    /// <summary>Says of a rollout that nothing moves it, which its last sentence did not.</summary>
    public static async Task<int> StandStillAsync(DbSession write, string id)
    {
        if (await RolloutQueries.FindAsync(write, id) is { IsOver: false } row && row.Sentence != RolloutSentences.StandsStill)
            await ChangeAsync(write, row, row with { Sentence = RolloutSentences.StandsStill });
        return 0;
    }

    /// <summary>Says of a rollout that stood still where it is; an evaluation without a change would not.</summary>
    public static async Task<int> GoOnAsync(DbSession write, TimeProvider clock, string id)
    {
        if (await RolloutQueries.FindAsync(write, id) is { IsOver: false, Sentence: RolloutSentences.StandsStill } row)
            await ChangeAsync(write, row, row with { Sentence = await PresentSentence.OfAsync(write, clock, row) });
        return 0;
    }

    /// <summary>Stores what a rollout has become.</summary>
    /// <param name="write">The transaction.</param>
    /// <param name="was">As it was read in the same transaction.</param>
    /// <param name="now">As it is to be.</param>
    public static async Task<RolloutRow> ChangeAsync(DbSession write, RolloutRow was, RolloutRow now)
    {
        now = now with { Version = was.Version + 1 };
        var changed = await write.ExecuteAsync(
            """
            update rollouts set state = @State, sentence = @Sentence, in_force = @InForce, plan_hash = @PlanHash, ring = @Ring,
                ring_since = @RingSince,
              baked_ms = @BakedMs, rings_baked = @RingsBaked, cleared = @Cleared, version = @Version, paused_from = @PausedFrom, planned_at = @PlannedAt,
                  excluded = @Excluded,
              started_at = @StartedAt, ended_at = @EndedAt
            where id = @Id and version = @Version - 1
            """,
            now
        );
        return changed == 1 ? now : throw new InvalidOperationException($"Rollout {was.Id} changed within one transaction.");
    }

    /// <summary>An event of the rollout and its entry in the audit log; neither without the other.</summary>
    public static async Task AddEventAsync(
        DbSession write,
        TimeProvider clock,
        RolloutRow row,
        string actor,
        RolloutEventKind kind,
        string text,
        string reason = ""
    )
    {
        await write.ExecuteAsync(
            InsertEvent,
            new
            {
                @event = clock.NewId(),
                id = row.Id,
                now = clock.Now(),
                actor,
                kind = kind.ToString(),
                text,
                reason,
            }
        );
        await AuditLog.AppendAsync(
            write,
            clock,
            actor,
            Action(kind),
            $"rollout:{row.Id}",
            $"Policy {row.Policy}, revision {row.ToRevision}: {text}",
            reason
        );
        write.AfterCommit(() => ServerMeters.RolloutEvents.Add(1, new KeyValuePair<string, object?>("kind", kind.ToString())));
    }

    public static Task<int> GateAsync(DbSession write, string id, long ring, RolloutGate gate) =>
        write.ExecuteAsync(
            """
            insert into rollout_gates (rollout_id, ring, judged_at, verdict, gate) values (@id, @ring, @at, @verdict, @json)
            on conflict (rollout_id, ring) do update set judged_at = excluded.judged_at, verdict = excluded.verdict, gate = excluded.gate
            """,
            new
            {
                id,
                ring,
                at = gate.At.ToUnixTimeMilliseconds(),
                verdict = gate.Verdict.ToString(),
                json = JsonSerializer.Serialize(gate, RolloutJson.Default.RolloutGate),
            }
        );

    private static EventType Action(RolloutEventKind kind) =>
        kind switch
        {
            RolloutEventKind.Planned => RolloutActions.Plan,
            RolloutEventKind.Approved => RolloutActions.Approve,
            RolloutEventKind.Voided => RolloutActions.Void,
            RolloutEventKind.Started => RolloutActions.Start,
            RolloutEventKind.RingStarted => RolloutActions.Ring,
            RolloutEventKind.GatePassed or RolloutEventKind.GateHeld => RolloutActions.Gate,
            RolloutEventKind.GateFailed => RolloutActions.GateFailed,
            RolloutEventKind.Paused => RolloutActions.Pause,
            RolloutEventKind.Resumed => RolloutActions.Resume,
            RolloutEventKind.Promoted => RolloutActions.Promote,
            RolloutEventKind.Completed => RolloutActions.Complete,
            RolloutEventKind.RolledBack => RolloutActions.Rollback,
            RolloutEventKind.Aborted => RolloutActions.Abort,
            RolloutEventKind.Superseded => RolloutActions.Supersede,
            _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, null),
        };
}
