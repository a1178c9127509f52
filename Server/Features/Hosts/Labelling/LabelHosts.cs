using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Feed;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Server.Features.Hosts.Labelling;

/// <summary>
/// Sets or removes one label of many hosts in one transaction. Each host has the entry in its history and in the audit log that a change of
/// it alone would make.
/// </summary>
internal static class LabelHosts
{
    private const int Chunk = 500;

    private static readonly BulkStatement Set = BulkStatement.Insert(
        "host_labels",
        "host_id text, key text, value text",
        "on conflict (host_id, key) do update set value = excluded.value"
    );

    public static async Task<HostsOutcome<LabelHostsReply>> RunAsync(Publisher by, LabelHostsRequest request)
    {
        var (change, scope, wrong) = LabelChange.Read(request);
        var problems = wrong.Concat(Publish.ReasonProblems(request.Reason)).ToList();
        if (change is null || scope is null || problems.Count > 0)
            return HostsOutcome<LabelHostsReply>.Wrong(problems);
        var outcome = await by.Database.WriteAsync(write => InAsync(write, by, change, scope, request));
        if (outcome.Reply is not null)
            await by.Requirements.ReloadAsync();
        return outcome;
    }

    private static async Task<HostsOutcome<LabelHostsReply>> InAsync(
        DbSession write,
        Publisher by,
        LabelChange change,
        AskedHosts scope,
        LabelHostsRequest request
    )
    {
        var hosts = scope.In(by);
        if (hosts.Count == 0)
            return HostsOutcome<LabelHostsReply>.Wrong(scope.NoMatch(by.Scope));
        if (BeyondScope.Problem(by.Scope, hosts) is { } beyond)
            return HostsOutcome<LabelHostsReply>.Wrong(beyond);
        // Another server may have changed labels, and its message may not have arrived.
        var stored = new List<HostIdentity>(hosts.Count);
        foreach (var ids in hosts.Select(host => host.Id).Chunk(Chunk))
            stored.AddRange((await MemberQueries.ListAsync(write, ids)).Select(host => host.Identity));
        var made = Relabelled.Of(change, stored);
        if (made.Problems(by.Scope) is { Count: > 0 } broken)
            return HostsOutcome<LabelHostsReply>.Wrong(broken);
        if (made.Hosts.Count == 0)
            return HostsOutcome<LabelHostsReply>.NothingToDo(made.Nothing());
        if (HalfOfFleet.Problem(made.Hosts.Count, by.Fleet, request.Confirm) is { } unsaid)
            return HostsOutcome<LabelHostsReply>.Wrong(unsaid);
        var moves = made.Moves(await Requirements.ReadAsync(write));
        await StoreAsync(write, by, made, request.Reason.Trim());
        return HostsOutcome<LabelHostsReply>.Done(new(made.Matched, made.Hosts.Count, moves));
    }

    private static async Task StoreAsync(DbSession write, Publisher by, Relabelled made, string reason)
    {
        var change = made.Change;
        if (change.Value is not null)
            await write.ManyAsync(Set, [.. made.Hosts.Select(host => (object?[])[host.Id, change.Key, change.Value])]);
        else
            foreach (var ids in made.Hosts.Select(host => host.Id).Chunk(Chunk))
                await write.ExecuteAsync("delete from host_labels where key = @Key and host_id in @ids", new { change.Key, ids });
        var after = made.Hosts.Select(made.After).ToList();
        await IdentityHistory.KeepAllAsync(write, by.Clock, after);
        await Requirements.AdvanceAsync(write);
        var (at, kind) = (by.Clock.Now(), HistoryKind.Labelled.ToString());
        await write.ManyAsync(
            HistoryQueries.Entries,
            [
                .. after.Select(host =>
                    (object?[])[by.Clock.NewId(), host.Id, null, at, kind, "", $"Labels are now: {Relabel.Told(host.Labels)}."]
                ),
            ]
        );
        await AuditLog.AppendAsync(
            write,
            by.Clock,
            by.Actor,
            HostActions.Label,
            [
                .. made.Hosts.Select(host =>
                    (
                        $"host:{host.Id}",
                        $"Labels of {host.Name} are now: {Relabel.Told(change.Of(host.Labels))} ({change.Before(host.Labels)})."
                    )
                ),
            ],
            reason
        );
        foreach (var host in after)
        {
            write.Tell(Topic.Hosts, host.Id);
            if (by.Hosts.Find(host.Id) is { } member)
                write.AfterCommit(() => member.Identity = host);
        }
    }
}
