using System.CommandLine;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Agent.Cli.Fleet.Rollouts;

/// <summary>Finds the rollout that a verb names.</summary>
internal static class RolloutChoice
{
    public static Argument<string> Argument() =>
        new("ID") { Description = "As 'iwtune fleet rollouts list' shows it, or a policy for its latest rollout" };

    /// <exception cref="FleetRefusedException">There is none, or the server was not reached.</exception>
    public static async Task<RolloutDetail> FindAsync(FleetConnection fleet, string text, CancellationToken ct) =>
        await fleet.GetAsync(FleetPaths.Rollout(await IdAsync(fleet, text, ct)), RolloutJson.Default.RolloutDetail, ct);

    /// <exception cref="FleetRefusedException">The policy has none, or the server was not reached.</exception>
    public static async Task<string> IdAsync(FleetConnection fleet, string text, CancellationToken ct)
    {
        if (Guid.TryParse(text, out _))
            return text;
        var all = await fleet.ListAsync(
            $"{FleetPaths.Rollouts}?policy={Uri.EscapeDataString(text)}",
            null,
            RolloutJson.Default.IReadOnlyListRolloutSummary,
            ct
        );
        return all.Count > 0
            ? all[0].Id
            : throw new FleetRefusedException(
                ExitCode.Error,
                $"'{text}' is neither the id of a rollout nor a policy that had one. See GET {FleetPaths.Rollouts}."
            );
    }
}
