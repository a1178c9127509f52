using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting.Requests;
using IwTune.Server.Storage;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Hosts;

/// <summary>Replaces a host's labels. It may follow another policy from then on, so this is a publication like any other.</summary>
internal static class Relabel
{
    /// <summary>Labels decide in whose scope a host is: a person with a limited scope can neither give a host away nor take one.</summary>
    public static PolicyProblem? Beyond(HostScope scope, FleetHost host, IReadOnlyDictionary<string, string> labels) =>
        scope.Covers(host.Identity with { Labels = labels })
            ? null
            : new(
                BeyondScope.Path,
                host.Identity.Name,
                $"with these labels it would leave the hosts you may change ({scope}): keep the labels of your scope, or ask an "
                    + "administrator",
                0,
                0
            );

    /// <summary>The ETag of a host's labels.</summary>
    public static string Tag(IReadOnlyDictionary<string, string> labels) => IfMatch.Tag(Told(labels));

    /// <summary>As people read them.</summary>
    public static string Told(IReadOnlyDictionary<string, string> labels) =>
        labels.Count == 0
            ? "none"
            : string.Join(", ", labels.OrderBy(l => l.Key, StringComparer.Ordinal).Select(l => $"{l.Key}={l.Value}"));

    /// <returns>
    /// Whether they are replaced; the labels there are now, where they are not those the change was made from, and
    /// <see langword="null"/> where the host has left the fleet.
    /// </returns>
    public static async Task<(bool Done, IReadOnlyDictionary<string, string>? Now)> RunAsync(
        Database database,
        Requirements requirements,
        TimeProvider clock,
        string actor,
        FleetHost host,
        IReadOnlyDictionary<string, string> labels,
        string reason,
        Func<IReadOnlyDictionary<string, string>, bool>? holds = null
    )
    {
        var told = Told(labels);
        var (done, now) = await database.WriteAsync<(bool, IReadOnlyDictionary<string, string>?)>(async write =>
        {
            if (await MemberQueries.ListAsync(write, [host.Id]) is not [var before])
                return (false, null);
            if (holds?.Invoke(before.Identity.Labels) == false)
                return (false, before.Identity.Labels);
            await LabelQueries.ReplaceAsync(write, host.Id, labels);
            var identity = before.Identity with { Labels = labels };
            await IdentityHistory.KeepAsync(write, clock, identity);
            await Requirements.AdvanceAsync(write);
            await HistoryQueries.AddAsync(write, clock, host.Id, HistoryKind.Labelled, $"Labels are now: {told}.");
            await AuditLog.AppendAsync(
                write,
                clock,
                actor,
                HostActions.Label,
                $"host:{host.Id}",
                $"Labels of {host.Identity.Name} are now: {told}.",
                reason
            );
            write.AfterCommit(() => host.Identity = identity);
            return (true, null);
        });
        if (done)
            await requirements.ReloadAsync();
        return (done, now);
    }
}
