using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Enrolment;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Feed;

namespace IwTune.Server.Features.Reports;

/// <summary>New facts, and a state with other owners of routes, can move a host to another selector: a publication like any other.</summary>
internal static class Moving
{
    /// <returns>True when selectors see the host differently from now on.</returns>
    public static async Task<bool> RunAsync(DbSession write, TimeProvider clock, HostLines told)
    {
        var host = told.Host;
        var (now, latest) = (host.Identity, told.Rows.LastOrDefault(row => row.Line.Facts is not null)?.Line.Facts);
        if (latest is not null)
        {
            var facts = EnrolmentFacts.Complete(latest);
            await HostWrites.FactsAsync(write, host.Id, facts);
            now = now.With(facts);
        }
        if (told.Rows.LastOrDefault(row => row.Line.State is not null)?.Line.State is { } state)
            now = now.With(state);
        // Another server may have changed its labels, and its word be on the way here.
        if (now != host.Identity && (await MemberQueries.ListAsync(write, [host.Id])) is [var stored])
            now = now with { Labels = stored.Identity.Labels };
        if (latest is not null || now != host.Identity)
            await IdentityHistory.KeepAsync(write, clock, now);
        if (now == host.Identity)
            return false;
        await Requirements.AdvanceAsync(write);
        write.Tell(Topic.Hosts, host.Id);
        write.AfterCommit(() => host.Identity = now);
        return true;
    }
}
