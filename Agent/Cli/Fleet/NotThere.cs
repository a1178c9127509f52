using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Policies.Syntax;

namespace IwTune.Agent.Cli.Fleet;

/// <summary>
/// The server refuses a name that it does not have with the call that lists those it has. Here it becomes the command that lists them, with
/// the name that was probably meant.
/// </summary>
internal static class NotThere
{
    private const string See = "See GET ";
    private const int HostsCompared = 500;

    /// <summary>Each list of the API, and the command that shows it.</summary>
    public static IReadOnlyDictionary<string, string> Commands { get; } =
        new Dictionary<string, string>(StringComparer.Ordinal)
        {
            [FleetPaths.Hosts] = "hosts",
            [FleetPaths.Policies] = "policies",
            [FleetPaths.Assignments] = "assignments",
            [FleetPaths.Rollouts] = "rollouts",
            [FleetPaths.Freezes] = "freezes",
            [FleetPaths.Exceptions] = "exceptions",
            [FleetPaths.Tokens] = "tokens",
            [FleetPaths.Users] = "users",
            [FleetPaths.Webhooks] = "webhooks",
            [FleetPaths.Captures] = "captures",
            [FleetPaths.Surveys] = "surveys",
            [FleetPaths.LegalHolds] = "retention holds",
            [FleetPaths.Clones] = "hosts clones",
            [RunPaths.Runs] = "runs",
            [RunPaths.Schedules] = "schedules",
        };

    /// <returns>The refusal with that advice; itself when it has none.</returns>
    public static async Task<FleetRefusedException> ExplainAsync(FleetConnection fleet, FleetRefusedException refused, CancellationToken ct)
    {
        var text = refused.Message;
        if (text.IndexOf(See, StringComparison.Ordinal) is not (>= 0 and var at))
            return refused;
        var path = text[(at + See.Length)..].Split([' ', ';', '?', '\n'], 2)[0].TrimEnd('.');
        var advice = await AdviceAsync(fleet, path, text[..at].Split('\''), ct);
        return advice is null
            ? refused
            : new FleetRefusedException(refused.Exit, text.Replace(See + path, advice, StringComparison.Ordinal))
            {
                AsksForNumber = refused.AsksForNumber,
                Document = refused.Document,
                Problems = refused.Problems,
            };
    }

    private static async Task<string?> AdviceAsync(FleetConnection fleet, string path, string[] quoted, CancellationToken ct)
    {
        var named = quoted.Length > 1 ? quoted[1] : "";
        // A revision that a policy does not have: the policy itself may be misspelt.
        if (path.StartsWith($"{FleetPaths.Policies}/", StringComparison.Ordinal))
        {
            var names = await NamesAsync(fleet, FleetPaths.Policies, ct);
            return names.Contains(named, StringComparer.Ordinal)
                ? $"'iwtune fleet policies history {named}' lists its revisions"
                : Advice(FleetPaths.Policies, named, names);
        }
        return Commands.ContainsKey(path) ? Advice(path, named, named.Length > 0 ? await NamesAsync(fleet, path, ct) : []) : null;
    }

    private static string Advice(string path, string named, IReadOnlyList<string> names) =>
        $"{(NearestWord.Of(named, names) is { } meant ? $"Did you mean '{meant}'? " : "")}'iwtune fleet {Commands[path]}' lists all";

    private static async Task<IReadOnlyList<string>> NamesAsync(FleetConnection fleet, string path, CancellationToken ct)
    {
        try
        {
            return path switch
            {
                FleetPaths.Policies =>
                [
                    .. (await fleet.GetAsync(path, PoliciesJson.Default.IReadOnlyListPolicySummary, ct)).Select(policy => policy.Name),
                ],
                FleetPaths.Users =>
                [
                    .. (await fleet.GetAsync(path, AccessJson.Default.IReadOnlyListUserSummary, ct)).Select(user => user.Name),
                ],
                FleetPaths.Hosts =>
                [
                    .. (await fleet.GetAsync($"{path}?limit={HostsCompared}", HostsJson.Default.HostPage, ct)).Hosts.Select(host =>
                        host.Name
                    ),
                ],
                _ => [],
            };
        }
        catch (FleetRefusedException)
        {
            return []; // who may not list them still gets the command
        }
    }
}
