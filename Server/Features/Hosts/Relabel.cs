using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Hosts;

/// <summary>Replaces a host's labels. It may follow another policy from then on, so this is a publication like any other.</summary>
internal static class Relabel
{
    public static async Task RunAsync(
        Database database, Requirements requirements, TimeProvider clock, string actor, FleetHost host, IReadOnlyDictionary<string, string> labels, string reason)
    {
        var told = labels.Count == 0 ? "none" : string.Join(", ", labels.OrderBy(l => l.Key, StringComparer.Ordinal).Select(l => $"{l.Key}={l.Value}"));
        await database.WriteAsync(async write =>
        {
            await LabelQueries.ReplaceAsync(write, host.Id, labels);
            await IdentityHistory.KeepAsync(write, clock, host.Identity with { Labels = labels });
            await Requirements.AdvanceAsync(write);
            await HistoryQueries.AddAsync(write, clock, host.Id, "Labelled", $"Labels are now: {told}.");
            await AuditLog.AppendAsync(write, clock, actor, "host.label", $"host:{host.Id}", $"Labels of {host.Identity.Name} are now: {told}.", reason);
            write.AfterCommit(() => host.Identity = host.Identity with { Labels = labels });
            return 0;
        });
        await requirements.ReloadAsync();
    }
}
