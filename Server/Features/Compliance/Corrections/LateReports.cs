using System.Text.Json;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Reports;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Compliance.Corrections;

/// <summary>Corrects the history by reports that came late: docs/adr/0048-late-reports-correct-the-past.md.</summary>
internal sealed class LateReports(Requirements requirements, ServerOptions options, TimeProvider clock)
{
    /// <summary>A line that took longer than this is late; until then it counts from its arrival.</summary>
    public static readonly TimeSpan Late = TimeSpan.FromMinutes(1);

    /// <summary>The history is not corrected farther back than this: a host's clock may be wrong by years.</summary>
    public static readonly TimeSpan Reach = TimeSpan.FromDays(90);

    /// <summary>Finds what came late. Called before the new states replace the stored ones.</summary>
    public async Task<IReadOnlyList<LateReport>> FindAsync(DbSession write, IReadOnlyList<HostLines> hosts)
    {
        var (now, found) = (clock.Now(), new List<LateReport>());
        var oldest = now - (long)Reach.TotalMilliseconds;
        var late = hosts.Where(host => host.Rows.Any(row => row.At < now - Late.TotalMilliseconds)).ToList();
        if (late.Count == 0)
            return found;
        var states = (
            await write.ListAsync<StateRow>(
                "select host_id, state from host_states where host_id in @ids",
                new { ids = late.Select(host => host.Host.Id) }
            )
        ).ToDictionary(row => row.HostId, row => row.State, StringComparer.Ordinal);
        foreach (var host in late)
        {
            var json = states.GetValueOrDefault(host.Host.Id);
            found.Add(LateReport.Of(host.Host, new(() => Read(json)), host.Lines, oldest, now));
        }
        return found;
    }

    /// <summary>Records what they change. Called when the hosts are judged by what they say now.</summary>
    public async Task CorrectAsync(DbSession write, IReadOnlyList<LateReport> reports)
    {
        if (reports.Count == 0)
            return;
        var known = await KnownAsync(write, reports);
        var (now, added) = (clock.Now(), new List<object?[]>());
        foreach (var report in reports)
        {
            if (known[report.Host.Id].ToList() is not { Count: > 0 } changes || !changes.Exists(change => change.IsOpen))
                continue;
            var required = report.Host.Required(requirements.Current);
            var since = await write.ValueAsync<long?>("select required_at from verdicts where host_id = @Id", new { report.Host.Id }) ?? 0;
            if (Correction.Of(changes, report, required, since, options.StaleAfter, now) is not { } correction)
                continue;
            foreach (var change in correction.Superseded)
                await write.ExecuteAsync("update verdict_changes set superseded_at = @now where id = @Id", new { change.Id, now });
            foreach (var change in correction.Following)
                await write.ExecuteAsync("update verdict_changes set former = @Former where id = @Id", new { change.Id, change.Former });
            added.AddRange(correction.Added.Select(change => change.Row(clock)));
        }
        await write.ManyAsync(RecordedChange.Insert, added);
    }

    /// <summary>Of each host the change in force at the earliest line, and the later ones; of hosts that have open ones.</summary>
    private static async Task<ILookup<string, RecordedChange>> KnownAsync(DbSession write, IReadOnlyList<LateReport> reports)
    {
        var asked = new
        {
            ids = reports.Select(report => report.Host.Id),
            at = reports.Min(report => report.First),
            known = HistoryReads.Latest,
        };
        var inForce = await write.ListAsync<RecordedChange>(
            $"select {RecordedChange.Columns} from hosts h {HistoryReads.LastChange} where h.id in @ids and c.id is not null",
            asked
        );
        var later = await write.ListAsync<RecordedChange>(
            $"select {RecordedChange.Columns} from verdict_changes c where c.host_id in @ids and c.changed_at > @at "
                + "and c.superseded_at is null order by c.changed_at, c.id",
            asked
        );
        var first = reports.ToDictionary(report => report.Host.Id, report => report.First, StringComparer.Ordinal);
        return inForce
            .Concat(later)
            .GroupBy(change => change.HostId, StringComparer.Ordinal)
            .SelectMany(host => host.Skip(host.Count(change => change.ChangedAt <= first[change.HostId]) - 1))
            .ToLookup(change => change.HostId, StringComparer.Ordinal);
    }

    private static HostState? Read(string? json) => json is null ? null : JsonSerializer.Deserialize(json, WireJson.Default.HostState);

    private sealed class StateRow
    {
        public string HostId { get; init; } = "";
        public string State { get; init; } = "";
    }
}
