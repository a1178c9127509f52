using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Agent.Cli.Fleet;

/// <summary>
/// The server refuses a name that it does not have with the call that lists those it has. Here it becomes the command that lists them, with
/// the name that was probably meant.
/// </summary>
internal static class NotThere
{
    private const string See = "See GET ";

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

    /// <summary>The fields of a request that name something the server has, and the list that has it.</summary>
    private static readonly IReadOnlyList<(string Field, string List)> Fields =
    [
        ("host", FleetPaths.Hosts),
        ("policy", FleetPaths.Policies),
    ];

    /// <summary>Explains a refusal.</summary>
    /// <param name="fleet">The server that refused.</param>
    /// <param name="refused">Its answer.</param>
    /// <param name="suggests">False when something else is known to be the reason.</param>
    /// <param name="ct">Cancels the look.</param>
    /// <returns>The refusal with that advice; itself when it has none.</returns>
    public static async Task<FleetRefusedException> ExplainAsync(
        FleetConnection fleet,
        FleetRefusedException refused,
        bool suggests,
        CancellationToken ct
    )
    {
        var text = refused.Message;
        if (text.IndexOf(See, StringComparison.Ordinal) is not (>= 0 and var at))
            return suggests && await OfFieldAsync(fleet, refused, ct) is { } hint ? refused.With($"{text}\n{hint}.") : refused;
        var path = text[(at + See.Length)..].Split([' ', ';', '?', '\n'], 2)[0].TrimEnd('.');
        var quoted = text[..at].Split('\'');
        var advice = await AdviceAsync(fleet, path, suggests && quoted.Length > 1 ? quoted[1] : "", ct);
        return advice is null ? refused : refused.With(text.Replace(See + path, advice, StringComparison.Ordinal));
    }

    private static async Task<string?> AdviceAsync(FleetConnection fleet, string path, string named, CancellationToken ct)
    {
        // A revision that a policy does not have: the policy itself may be misspelt.
        if (path.StartsWith($"{FleetPaths.Policies}/", StringComparison.Ordinal))
            return await KnownNames.MeantAsync(fleet, FleetPaths.Policies, named, ct) is { Length: > 0 } meant
                ? $"{meant}{Lists(FleetPaths.Policies)}"
                : $"'iwtune fleet policies history {named}' lists its revisions";
        return Commands.ContainsKey(path) ? await KnownNames.MeantAsync(fleet, path, named, ct) + Lists(path) : null;
    }

    /// <summary>A name within a request, which the server refuses as a problem of its field.</summary>
    private static async Task<string?> OfFieldAsync(FleetConnection fleet, FleetRefusedException refused, CancellationToken ct)
    {
        // In a document a name may be a new one.
        if (refused.Document.Length > 0)
            return null;
        foreach (var problem in refused.Problems)
        foreach (var (field, list) in Fields)
            if (
                problem is { Line: 0, Value: { Length: > 0 } named }
                && problem.Path == field
                && await KnownNames.MeantAsync(fleet, list, named, ct) is { Length: > 0 } meant
            )
                return $"{meant}{Lists(list)}";
        return null;
    }

    private static string Lists(string path) => $"'iwtune fleet {Commands[path]}' lists all";
}
