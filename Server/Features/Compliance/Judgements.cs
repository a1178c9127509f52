using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Standing;
using IwTune.Server.Features.Webhooks.Events;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Feed;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Features.Compliance;

/// <summary>Collects verdicts and standings of many hosts for the store: those equal to the ones in force are not written.</summary>
internal sealed class Judgements(TimeProvider clock)
{
    private static readonly BulkStatement Verdicts = BulkStatement.Insert(
        "verdicts",
        "host_id text, verdict text, reason text, changed_at bigint, policy text, revision bigint, digest text, exception text, "
            + "controls text, required_at bigint",
        """
        on conflict (host_id) do update set verdict = excluded.verdict, reason = excluded.reason, changed_at = excluded.changed_at,
          policy = excluded.policy, revision = excluded.revision, digest = excluded.digest, exception = excluded.exception,
          controls = excluded.controls, required_at = excluded.required_at
        """
    );

    private static readonly BulkStatement Standings = BulkStatement.Insert(
        "host_standings",
        "host_id text, kinds bigint, marks text, health text, health_reason text",
        "on conflict (host_id) do update set kinds = excluded.kinds, marks = excluded.marks, health = excluded.health, health_reason = "
            + "excluded.health_reason"
    );

    private readonly List<object?[]> _verdicts = [],
        _changes = [],
        _standings = [];
    private readonly List<WebhookEvent> _events = [];
    private readonly List<string> _unremarkable = [],
        _otherKinds = [];

    /// <summary>
    /// Keeps the verdicts of one host, oldest first: each new one is also a change in the history, so that every past instant can be
    /// reported.
    /// </summary>
    public void Keep(FleetHost member, CaseRow host, IEnumerable<VerdictRow> judged)
    {
        var (before, latest) = (host.Before, host.LatestAt);
        var kept = before;
        foreach (var verdict in judged)
        {
            if (kept is not null && kept.Says(verdict))
                continue;
            var from = verdict.ChangedAt;
            // No host is compliant before it enrols, and it is unseen from its enrolment on, not from the evaluation on.
            if (kept is null)
                from = verdict.Verdict == Verdict.NeverSeen ? host.EnrolledAt : Math.Max(from, host.EnrolledAt);
            // A clock that was set back must not put a change before the one it follows, and no two changes of a host share an instant.
            if (kept is not null)
                from = Math.Max(from, 1 + latest);
            var next = verdict with { ChangedAt = kept?.Verdict == verdict.Verdict ? kept.ChangedAt : from };
            if (HostEvents.Verdict(member, kept, next) is { } told)
                _events.Add(told);
            var former = kept?.Verdict.ToString() ?? "";
            kept = next;
            latest = from;
            var change = new RecordedChange
            {
                HostId = host.Id,
                ChangedAt = from,
                Verdict = kept.Verdict,
                Reason = kept.Reason,
                Digest = kept.Digest,
                Since = kept.ChangedAt,
                Policy = kept.Policy,
                Revision = kept.Revision,
                Exception = kept.Exception,
                Former = former,
                Controls = kept.Controls.Short,
            };
            _changes.Add(change.Row(clock));
        }
        if (kept is not null && !ReferenceEquals(kept, before))
            _verdicts.Add([
                host.Id,
                kept.Verdict.ToString(),
                kept.Reason,
                kept.ChangedAt,
                kept.Policy,
                kept.Revision,
                kept.Digest,
                kept.Exception,
                kept.Controls.Short,
                kept.RequiredAt,
            ]);
    }

    /// <param name="host">Whose.</param>
    /// <param name="now">Its marks; <see langword="null"/> without any.</param>
    public void Keep(CaseRow host, HostStanding? now)
    {
        if (now is null && host.Kinds is not null)
            _unremarkable.Add(host.Id);
        else if (now is not null && host.Standing?.Says(now) != true)
            Remarkable(host, now);
    }

    private void Remarkable(CaseRow host, HostStanding now)
    {
        _standings.Add([now.HostId, now.Kinds, now.Marks, now.Health.ToString(), now.HealthReason]);
        if (now.Kinds != host.Kinds)
            _otherKinds.Add(host.Id);
    }

    public async Task WriteAsync(DbSession write)
    {
        await write.ManyAsync(Verdicts, _verdicts);
        await write.ManyAsync(RecordedChange.Insert, _changes);
        await write.ManyAsync(Standings, _standings);
        await EventOutbox.TellAsync(write, clock, _events);
        foreach (var host in _unremarkable.Concat(_otherKinds))
            write.Tell(Topic.Standing, host);
        if (_unremarkable.Count > 0)
            await write.ExecuteAsync("delete from host_standings where host_id in @_unremarkable", new { _unremarkable });
    }
}
