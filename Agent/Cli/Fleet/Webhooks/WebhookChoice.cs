using System.CommandLine;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Agent.Cli.Fleet.Webhooks;

/// <summary>Finds the webhook that a verb names: by its id, or by its name when only one has it.</summary>
internal static class WebhookChoice
{
    public static Argument<string> Argument() =>
        new("WEBHOOK") { Description = "Its name or id, as 'iwtune fleet webhooks list' shows it" };

    /// <exception cref="FleetRefusedException">There is none, or more than one has the name.</exception>
    public static async Task<WebhookSummary> FindAsync(FleetConnection fleet, string nameOrId, CancellationToken ct)
    {
        var all = await fleet.ListAsync(FleetPaths.Webhooks, null, WebhookJson.Default.IReadOnlyListWebhookSummary, ct);
        var found = new List<WebhookSummary>();
        foreach (var one in all)
            if (one.Id == nameOrId || one.Name == nameOrId)
                found.Add(one);
        return found.Count switch
        {
            1 => found[0],
            0 => throw new FleetRefusedException(ExitCode.Error, $"There is no webhook '{nameOrId}'. See GET {FleetPaths.Webhooks}."),
            _ => throw new FleetRefusedException(ExitCode.Error, $"{found.Count} webhooks are named '{nameOrId}': give the id of one."),
        };
    }
}
