using System.Text.Json;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Reports;

/// <summary>
/// A report line with the rows it becomes. They are made before the store is waited for, on whichever processor the call runs.
/// </summary>
internal sealed class LineRows
{
    public static readonly BulkStatement Evidences = BulkStatement.Insert(
        "evidence",
        "host_id text, number bigint, target_id text, method text, measured_at bigint, received_at bigint, conclusive boolean, evidence "
            + "text"
    );

    public static readonly BulkStatement Measurements = BulkStatement.Insert(
        "host_measurements",
        "host_id text, measured_at bigint, effective_segments bigint, binding text, mss bigint, rtt_microseconds bigint, target_id text",
        """
        on conflict (host_id) do update set measured_at = excluded.measured_at, effective_segments = excluded.effective_segments,
          binding = excluded.binding, mss = excluded.mss, rtt_microseconds = excluded.rtt_microseconds, target_id = excluded.target_id
        where excluded.measured_at >= host_measurements.measured_at
        """
    );

    public static readonly BulkStatement States = BulkStatement.Insert(
        "host_states",
        "host_id text, reported_at bigint, report_number bigint, phase text, policy text, revision bigint, held_digest text, "
            + "configured_cwnd bigint, shown_target text, state text",
        """
        on conflict (host_id) do update set reported_at = excluded.reported_at, report_number = excluded.report_number,
            phase = excluded.phase, policy = excluded.policy,
          revision = excluded.revision, held_digest = excluded.held_digest, configured_cwnd = excluded.configured_cwnd,
              shown_target = excluded.shown_target, state = excluded.state
        """
    );

    public required ReportLine Line { get; init; }

    /// <summary>A row of <see cref="Evidences"/>.</summary>
    public object?[]? Evidence { get; private init; }

    /// <summary>A row of <see cref="Measurements"/>.</summary>
    public object?[]? Measurement { get; private init; }

    /// <summary>The target that <see cref="Measurement"/> is of.</summary>
    public string? MeasuredTarget => (string?)Measurement?[^1];

    /// <summary>A row of <see cref="States"/>.</summary>
    public object?[]? State { get; private init; }

    /// <summary>The target that represents the host in lists, by <see cref="State"/>.</summary>
    public string? ShownTarget => (string?)State?[^2];

    public long Number => Line.Number;

    public long At => Line.At.ToUnixTimeMilliseconds();

    public static LineRows Of(string hostId, ReportLine line, long now) =>
        new()
        {
            Line = line,
            Evidence = line.Evidence is { } evidence ? EvidenceRow(hostId, line.Number, evidence, now) : null,
            Measurement = line.Evidence is { Conclusive: true, EffectiveSegments: not null } measured
                ?
                [
                    hostId,
                    measured.At.ToUnixTimeMilliseconds(),
                    (long?)measured.EffectiveSegments,
                    measured.Binding.ToString(),
                    (long?)measured.Mss,
                    (long?)measured.RttMicroseconds,
                    Text(measured.TargetId),
                ]
                : null,
            State = line.State is { } state ? StateRow(hostId, line, state) : null,
        };

    private static object?[] EvidenceRow(string hostId, long number, Evidence evidence, long now) =>
        [
            hostId,
            number,
            Text(evidence.TargetId),
            evidence.Method.ToString(),
            evidence.At.ToUnixTimeMilliseconds(),
            now,
            evidence.Conclusive,
            JsonSerializer.Serialize(WithoutProfile(evidence), WireJson.Default.Evidence),
        ];

    private static object?[] StateRow(string hostId, ReportLine line, HostState state)
    {
        var shown = Shown(state);
        return
        [
            hostId,
            line.At.ToUnixTimeMilliseconds(),
            line.Number,
            state.Phase.ToString(),
            state.Policy,
            (long?)state.Revision,
            state.Held?.Digest ?? "",
            (long?)shown?.Configured.InitCwnd,
            shown is null ? null : Text(shown.Id),
            JsonSerializer.Serialize(state, WireJson.Default.HostState),
        ];
    }

    /// <param name="state">As it is stored.</param>
    public static string? ShownIn(string state) =>
        JsonSerializer.Deserialize(state, WireJson.Default.HostState) is { } read && Shown(read) is { } target ? Text(target.Id) : null;

    /// <summary>Distributions are kept as sums; a copy beside every five minutes' evidence would be most of the store.</summary>
    private static Evidence WithoutProfile(Evidence evidence) =>
        evidence.Passive is { Profile: not null } passive ? evidence with { Passive = passive with { Profile = null } } : evidence;

    /// <summary>The target that represents a host in lists: the first one the policy requires, else the first default route.</summary>
    private static TargetState? Shown(HostState state) =>
        state.Targets.FirstOrDefault(target => target.Wanted is not null)
        ?? state.Targets.FirstOrDefault(target => target.Id.Contains(" default", StringComparison.Ordinal));

    /// <summary>PostgreSQL accepts no NUL in text.</summary>
    public static string Text(string text) => text.Replace('\0', '\uFFFD');
}
