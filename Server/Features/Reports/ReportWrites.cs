using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Standing;
using IwTune.Server.Features.Traffic;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Reports;

/// <summary>The rows of report lines: evidence and events are appended, the state is replaced by the latest.</summary>
internal static class ReportWrites
{
    private static readonly BulkStatement Numbers = BulkStatement.Update("hosts", "id text, report_number bigint");

    /// <param name="write">The transaction.</param>
    /// <param name="clock">Numbers the entries of histories.</param>
    /// <param name="hosts">Each host once, with something new.</param>
    public static async Task StoreAsync(DbSession write, TimeProvider clock, IReadOnlyList<HostLines> hosts)
    {
        List<object?[]> events = [],
            evidence = [],
            states = [],
            numbers = [];
        foreach (var host in hosts)
        {
            object?[]? state = null;
            foreach (var row in host.Rows)
            {
                if (row.Line.Event is { } happened)
                    events.Add([
                        clock.NewId(),
                        host.Host.Id,
                        row.Number,
                        row.At,
                        happened.Kind.ToString(),
                        happened.Digest,
                        LineRows.Text(happened.Text),
                    ]);
                if (row.Evidence is { } told)
                    evidence.Add(told);
                state = row.State ?? state;
            }
            if (state is not null)
                states.Add(state);
            numbers.Add([host.Host.Id, host.Last]);
        }
        await write.ManyAsync(HistoryQueries.Entries, events);
        await write.ManyAsync(LineRows.Evidences, evidence);
        await write.ManyAsync(LineRows.States, states);
        await ShownMeasurements.StoreAsync(write, hosts);
        await TargetWindows.StoreAsync(write, hosts);
        await write.ManyAsync(Numbers, numbers);
        await DisturbanceWrites.StoreAsync(write, clock, hosts);
        foreach (var host in hosts)
            await TrafficWrites.StoreAsync(write, clock, host.Host.Id, host.Lines);
    }
}
