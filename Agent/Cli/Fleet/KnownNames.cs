using System.Text.Json.Serialization.Metadata;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Fleet.Webhooks;
using IwTune.Shared.Policies.Syntax;

namespace IwTune.Agent.Cli.Fleet;

/// <summary>The names that a server has and the caller may see, to find the one that was meant.</summary>
internal static class KnownNames
{
    private const int HostsCompared = 500;

    /// <returns>
    /// <c>Did you mean 'edge'? </c>; empty when there is such a name after all, when none is near, or when the caller may not list them.
    /// </returns>
    public static async Task<string> MeantAsync(FleetConnection fleet, string path, string named, CancellationToken ct)
    {
        if (named.Length == 0)
            return "";
        IReadOnlyList<Known> all;
        try
        {
            all = await AllAsync(fleet, path, named, ct);
        }
        catch (FleetRefusedException)
        {
            return "";
        }
        foreach (var one in all)
            if (one.Write == named)
                return "";
        if (NearestWord.Of(named, all.Select(one => one.Name)) is not { } name)
            return "";
        var meant = all.First(one => one.Name == name);
        return $"Did you mean '{meant.Write}'{(meant.Write == name ? "" : $", named '{name}'")}? ";
    }

    private static async Task<IReadOnlyList<Known>> AllAsync(FleetConnection fleet, string path, string named, CancellationToken ct)
    {
        return path switch
        {
            FleetPaths.Policies => await NamesAsync(PoliciesJson.Default.IReadOnlyListPolicySummary, policy => policy.Name),
            FleetPaths.Users => await NamesAsync(AccessJson.Default.IReadOnlyListUserSummary, user => user.Name),
            FleetPaths.Rollouts => await NamesAsync(RolloutJson.Default.IReadOnlyListRolloutSummary, rollout => rollout.Policy),
            FleetPaths.Webhooks => await NamesAsync(WebhookJson.Default.IReadOnlyListWebhookSummary, webhook => webhook.Name),
            RunPaths.Schedules => await NamesAsync(ComplianceJson.Default.IReadOnlyListRunSchedule, schedule => schedule.Name),
            FleetPaths.Tokens =>
            [
                .. (await fleet.ListAsync(path, null, AccessJson.Default.IReadOnlyListTokenSummary, ct))
                    .Where(token => token.Revoked is null)
                    .SelectMany(token => (Known[])[new(token.Id, token.Id), new(token.Name, token.Id)]),
            ],
            FleetPaths.Hosts => await HostsAsync(fleet, named, ct),
            _ => [],
        };

        async Task<IReadOnlyList<Known>> NamesAsync<T>(JsonTypeInfo<IReadOnlyList<T>> type, Func<T, string> name) =>
            Names(await fleet.ListAsync(path, null, type, ct), name);
    }

    /// <summary>
    /// Of a large fleet, the hosts that share a third of the name: one error leaves at least one third of it whole.
    /// </summary>
    private static async Task<IReadOnlyList<Known>> HostsAsync(FleetConnection fleet, string named, CancellationToken ct)
    {
        var first = await PageAsync("");
        if (first.Next is null)
            return Names(first.Hosts, host => host.Name);
        var found = new List<Known>();
        for (var (part, size) = (0, (named.Length + 2) / 3); part < 3; part++)
        {
            var from = Math.Min(part * size, named.Length);
            var piece = named[from..Math.Min(from + size, named.Length)].Trim('-');
            if (piece.Length > 1 && piece.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '.' or '_'))
                found.AddRange(Names((await PageAsync(piece)).Hosts, host => host.Name));
        }
        return found;

        Task<HostPage> PageAsync(string filter) =>
            fleet.GetAsync($"{FleetPaths.Hosts}?q={Uri.EscapeDataString(filter)}&limit={HostsCompared}", HostsJson.Default.HostPage, ct);
    }

    private static IReadOnlyList<Known> Names<T>(IReadOnlyList<T> rows, Func<T, string> name) =>
        [.. rows.Select(row => new Known(name(row), name(row)))];

    /// <param name="Name">What a person may have meant to write.</param>
    /// <param name="Write">What to write for it: a token has a name, and is named by its id.</param>
    private sealed record Known(string Name, string Write);
}
