using System.Text.Json;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Standing;
using IwTune.Server.Features.Traffic;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Reports;

/// <summary>The rows of report lines: evidence and events are appended, state and measurement are replaced by the latest.</summary>
internal static class ReportWrites
{
    public static async Task StoreAsync(DbSession write, TimeProvider clock, string hostId, IReadOnlyList<ReportLine> lines)
    {
        foreach (var line in lines)
        {
            if (line.Event is { } happened)
                await HistoryQueries.AddAsync(write, clock, hostId, line.Number, Milliseconds(line.At), happened.Kind.ToString(), happened.Digest, Text(happened.Text));
            if (line.Evidence is { } evidence)
                await EvidenceAsync(write, clock, hostId, line.Number, WithoutProfile(evidence));
        }
        await DisturbanceWrites.StoreAsync(write, clock, hostId, lines);
        await TrafficWrites.StoreAsync(write, clock, hostId, lines);
        if (lines.LastOrDefault(line => line.State is not null) is { State: { } state } latest)
            await StateAsync(write, hostId, latest.Number, Milliseconds(latest.At), state);
    }

    /// <summary>Distributions are kept as sums; a copy beside every five minutes' evidence would be most of the store.</summary>
    private static Evidence WithoutProfile(Evidence evidence) =>
        evidence.Passive is { Profile: not null } passive ? evidence with { Passive = passive with { Profile = null } } : evidence;

    private static async Task EvidenceAsync(DbSession write, TimeProvider clock, string hostId, long number, Evidence evidence)
    {
        await write.ExecuteAsync(
            """
            insert into evidence (host_id, number, target_id, method, measured_at, received_at, conclusive, evidence)
            values (@hostId, @number, @target, @method, @at, @now, @Conclusive, @json)
            """,
            new
            {
                hostId,
                number,
                target = Text(evidence.TargetId),
                method = evidence.Method.ToString(),
                at = Milliseconds(evidence.At),
                now = clock.Now(),
                evidence.Conclusive,
                json = JsonSerializer.Serialize(evidence, WireJson.Default.Evidence),
            });
        if (evidence is not { Conclusive: true, EffectiveSegments: not null })
            return;
        await write.ExecuteAsync(
            """
            insert into host_measurements (host_id, measured_at, effective_segments, binding, mss, rtt_microseconds)
            values (@hostId, @at, @EffectiveSegments, @binding, @Mss, @RttMicroseconds)
            on conflict (host_id) do update set measured_at = excluded.measured_at, effective_segments = excluded.effective_segments,
              binding = excluded.binding, mss = excluded.mss, rtt_microseconds = excluded.rtt_microseconds
            where excluded.measured_at >= host_measurements.measured_at
            """,
            new { hostId, at = Milliseconds(evidence.At), evidence.EffectiveSegments, binding = evidence.Binding.ToString(), evidence.Mss, evidence.RttMicroseconds });
    }

    private static Task<int> StateAsync(DbSession write, string hostId, long number, long at, HostState state) => write.ExecuteAsync(
        """
        insert into host_states (host_id, reported_at, report_number, phase, policy, revision, held_digest, configured_cwnd, state)
        values (@hostId, @at, @number, @phase, @Policy, @Revision, @held, @cwnd, @json)
        on conflict (host_id) do update set reported_at = excluded.reported_at, report_number = excluded.report_number, phase = excluded.phase, policy = excluded.policy,
          revision = excluded.revision, held_digest = excluded.held_digest, configured_cwnd = excluded.configured_cwnd, state = excluded.state
        """,
        new
        {
            hostId,
            at,
            number,
            phase = state.Phase.ToString(),
            state.Policy,
            state.Revision,
            held = state.Held?.Digest ?? "",
            cwnd = Shown(state)?.Configured.InitCwnd,
            json = JsonSerializer.Serialize(state, WireJson.Default.HostState),
        });

    /// <summary>The target a row of hosts speaks of: the first one the policy wants, else the first default route.</summary>
    private static TargetState? Shown(HostState state) =>
        state.Targets.FirstOrDefault(target => target.Wanted is not null)
        ?? state.Targets.FirstOrDefault(target => target.Id.Contains(" default", StringComparison.Ordinal));

    private static long Milliseconds(DateTimeOffset at) => at.ToUnixTimeMilliseconds();

    // PostgreSQL takes no NUL in text.
    private static string Text(string text) => text.Replace('\0', '\uFFFD');
}
