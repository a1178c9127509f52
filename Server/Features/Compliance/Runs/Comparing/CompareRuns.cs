using IwTune.Server.Console;
using IwTune.Server.Features.Compliance.Runs.Pages;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Features.Compliance.Runs.Comparing;

/// <summary>What changed since the last audit: the fleet at the instants of two runs, host by host.</summary>
internal sealed class CompareRuns(Database database, RunViews views)
{
    /// <returns>What changed, or why the runs cannot be compared; neither when one of them does not exist or was never made.</returns>
    public async Task<(RunComparison? Found, string? Problem)> RunAsync(string from, string to, int limit, CancellationToken ct)
    {
        if (
            await views.FindAsync(from, ct) is not { Sha256: not null } earlier
            || await views.FindAsync(to, ct) is not { Sha256: not null } later
        )
            return (null, null);
        if (earlier.AsOf == later.AsOf)
            return (null, $"both runs are of {Moments.Absolute(earlier.AsOf!.Value)}; choose runs of different times");
        if (earlier.AsOf > later.AsOf)
            return (null, $"{RunWords.Name(earlier)} is later than {RunWords.Name(later)}; exchange them");
        // Rebuilt from what is left, the earlier fleet would differ from the figures of its run.
        var deleted = await database.ReadAsync(DeletedRecords.FindAsync, ct);
        if (earlier.AsOf < Clock.At(deleted.HistoryBefore))
            return (
                null,
                $"retention has deleted the history from before {DeletedRecords.Shown(deleted.HistoryBefore)}; compare hosts.csv in "
                    + "the files of the runs"
            );
        var tally = await database.LongReadAsync(
            async db =>
            {
                var tally = new ShiftTally();
                await foreach (var host in Members(db, earlier).WithCancellation(ct))
                    tally.Before(host.Id, host.Kept.Host.Name, Standing(host));
                await foreach (var host in Members(db, later).WithCancellation(ct))
                    tally.After(host.Id, host.Kept.Host.Name, Standing(host));
                return tally;
            },
            ct
        );
        return (tally.Of(earlier, later, limit), null);
    }

    private static async IAsyncEnumerable<HostThen> Members(DbSession db, ComplianceRun run)
    {
        var filter = HostSearch.ParseThen(run.Query).Filter!;
        await foreach (
            var host in HistoryReads.MembersAsync(db, run.AsOf!.Value.ToUnixTimeMilliseconds(), run.Known!.Value.ToUnixTimeMilliseconds())
        )
            if (filter.Selector.Matches(host))
                yield return host;
    }

    private static ComparedHost Standing(HostThen host) =>
        new(
            host.Judged,
            host.Why,
            string.IsNullOrEmpty(host.Policy) ? null : host.Policy,
            (int?)host.Revision,
            [.. ControlResults.Failed(host.Results)]
        );
}
