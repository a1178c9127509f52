using System.Globalization;
using System.Text.Json;
using IwTune.Server.Features.Policies;
using IwTune.Server.Tests.Features.Rollouts;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Agents;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Features.Agreement;

/// <summary>Numbers of a caller's API. The first of each is counted from the list of hosts.</summary>
internal static class ApiNumbers
{
    public static async Task ReadAsync(Numbers numbers, RunningServer server, HttpClient api)
    {
        var all = await api.GetAsync($"{FleetPaths.Hosts}?limit=500", HostsJson.Default.HostPage);
        numbers.Add("hosts", "API, hosts", all.Hosts.Count);
        numbers.Add("hosts", "API, matched hosts", all.Matched);
        numbers.Add("hosts", "API, total of hosts", all.Total);
        numbers.Add("verdicts", "API, hosts", all.Hosts.CountBy(host => host.Verdict));
        numbers.Add("policies", "API, hosts", all.Hosts.CountBy(host => host.Policy ?? "none"));
        var silent = server.Clock.GetUtcNow() - TimeSpan.FromMinutes(5);
        numbers.Add("silent", "API, last seen", all.Hosts.Count(host => host.LastSeen is not { } seen || seen < silent));
        await ComplianceAsync(numbers, api);
        await PoliciesAsync(numbers, api, all);
        var agents = await api.GetAsync(FleetPaths.Agents, AgentsJson.Default.FleetAgents);
        numbers.Add("hosts", "API, agents", agents.Hosts);
        numbers.Add("silent", "API, agents", agents.Versions.Sum(group => group.Silent));
        var standing = await api.GetAsync(FleetPaths.Standing, StandingJson.Default.StandingPage);
        numbers.Add("hosts", "API, standing", standing.Total);
        numbers.Add("standing", "API, standing", standing.Counts.ToDictionary(one => one.Kind, one => one.Hosts));
        numbers.Add("silent", "API, standing", standing.Counts.Single(one => one.Kind == StandingKind.Unreachable).Hosts);
        foreach (var rollout in await api.GetAsync(FleetPaths.Rollouts, RolloutJson.Default.IReadOnlyListRolloutSummary))
        {
            var rings = (await api.RolloutAsync(rollout.Id)).Rings;
            numbers.Add($"rollout {rollout.Id}", "API, list", $"{rollout.Applied} of {rollout.Hosts}");
            var applied = rings.Sum(ring => ring.States.GetValueOrDefault(nameof(RolloutHostState.Applied)));
            numbers.Add($"rollout {rollout.Id}", "API, rings", $"{applied} of {rings.Sum(ring => ring.Hosts)}");
        }
        using var inbox = JsonDocument.Parse(await api.GetStringAsync(FleetPaths.Inbox));
        numbers.Add("inbox", "API, inbox", inbox.RootElement.GetProperty("items").GetArrayLength());
        numbers.Add(
            "exceptions",
            "API, exceptions",
            (await api.GetAsync(FleetPaths.Exceptions, ExceptionJson.Default.IReadOnlyListExceptionSummary)).Count
        );
    }

    private static async Task ComplianceAsync(Numbers numbers, HttpClient api)
    {
        var now = await api.GetAsync($"{FleetPaths.Compliance}?limit=500", ComplianceJson.Default.FleetCompliance);
        var moment = Uri.EscapeDataString(now.AsOf.ToString("O", CultureInfo.InvariantCulture));
        foreach (
            var (place, found) in new[]
            {
                ("now", now),
                (
                    "as of now",
                    await api.GetAsync($"{FleetPaths.Compliance}?limit=500&asOf={moment}", ComplianceJson.Default.FleetCompliance)
                ),
            }
        )
        {
            numbers.Add("hosts", $"API, compliance {place}", found.Fleet);
            numbers.Add("hosts", $"API, compliance {place}, matched", found.Matched);
            numbers.Add("verdicts", $"API, compliance {place}", found.States);
            numbers.Add("verdicts", $"API, compliance {place}, hosts", found.Hosts.CountBy(host => host.Verdict));
            numbers.Add("verdicts", $"API, compliance {place}, groups", Sums(found.Groups));
            numbers.Add(
                "policies",
                $"API, compliance {place}, groups",
                found.Groups.ToDictionary(group => group.Name.Length > 0 ? group.Name : "none", group => group.Hosts)
            );
            numbers.Add("without policy", $"API, compliance {place}", found.WithoutPolicy);
            numbers.Add("without policy", $"API, compliance {place}, groups", found.Groups.Sum(group => group.WithoutPolicy));
        }
        foreach (var by in (string[])["os", "role"])
        {
            var groups = (await api.GetAsync($"{FleetPaths.Compliance}?by={by}", ComplianceJson.Default.FleetCompliance)).Groups;
            numbers.Add("verdicts", $"API, compliance by {by}", Sums(groups));
        }
        var trend = await api.GetAsync($"{FleetPaths.ComplianceTrend}?points=2", ComplianceJson.Default.ComplianceTrend);
        numbers.Add("verdicts", "API, trend", trend.Points[^1].States);
        foreach (var verdict in Enum.GetValues<Verdict>())
        {
            var query = $"q=verdict%3A{verdict.ToString().ToLowerInvariant()}";
            numbers.Add($"verdict {verdict}", "API, compliance", now.States[verdict]);
            numbers.Add($"verdict {verdict}", "API, search", await MatchedAsync(api, query));
        }
        numbers.Add("no policy", "API, compliance", now.Groups.FirstOrDefault(group => group.Name.Length == 0)?.Hosts ?? 0);
        numbers.Add("no policy", "API, search", await MatchedAsync(api, "q=-policy%3A*"));
    }

    private static async Task PoliciesAsync(Numbers numbers, HttpClient api, HostPage all)
    {
        var assignments = await api.GetAsync(FleetPaths.Assignments, PoliciesJson.Default.IReadOnlyListAssignmentSummary);
        foreach (var policy in await api.GetAsync(FleetPaths.Policies, PoliciesJson.Default.IReadOnlyListPolicySummary))
        {
            numbers.Add($"policy {policy.Name}, hosts", "API, hosts", all.Hosts.Count(host => host.Policy == policy.Name));
            numbers.Add($"policy {policy.Name}, hosts", "API, policies", policy.Hosts);
            numbers.Add($"policy {policy.Name}, hosts", "API, search", await MatchedAsync(api, $"q=policy%3A{policy.Name}"));
            numbers.Add($"policy {policy.Name}, held", "API, policies", policy.Held);
            // A held host has the policy by its hold, and no assignment decides for it.
            if (!policy.IsAssignedUnseen())
                numbers.Add(
                    $"policy {policy.Name}, hosts",
                    "API, assignments and holds",
                    assignments.Where(one => one.Policy == policy.Name).Sum(one => one.Decides) + policy.Held
                );
        }
        foreach (var one in assignments)
            numbers.Add($"assignment {one.Selector} {one.Policy}", "API, assignments", $"{one.Matched} {one.Decides}");
    }

    private static async Task<int> MatchedAsync(HttpClient api, string query) =>
        (await api.GetAsync($"{FleetPaths.Hosts}?{query}&limit=1", HostsJson.Default.HostPage)).Matched;

    private static IEnumerable<KeyValuePair<Verdict, int>> Sums(IReadOnlyList<ComplianceGroup> groups) =>
        groups
            .SelectMany(group => group.States)
            .GroupBy(one => one.Key, one => one.Value)
            .ToDictionary(same => same.Key, same => same.Sum());
}
