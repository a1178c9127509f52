using System.Text.Json;
using IwTune.Agent.Control;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Agent.Cli.Fleet;

/// <summary>
/// A call that the server does not know, or an answer that cannot be read: mostly one of the two programs is older than the other. The
/// server says its version, and so the message says which.
/// </summary>
internal static class OtherVersion
{
    /// <returns>The refusal with that explanation; itself when both are of one version, or the server does not say which it is.</returns>
    public static async Task<FleetRefusedException> ExplainAsync(
        FleetConnection fleet,
        FleetRefusedException refused,
        CancellationToken ct
    ) =>
        Explanation(fleet.Server, VersionOf(await fleet.AskAsync(FleetPaths.WhoAmI, ct)), AgentVersion.Text) is { } why
            ? refused.With($"{refused.Message}\n{why}")
            : refused;

    /// <summary>Which of the two is older, and what to do about it.</summary>
    internal static string? Explanation(string server, string? theirs, string ours)
    {
        if (Number(theirs) is not { } far || Number(ours) is not { } near || far == near)
            return null;
        return far < near
            ? $"{server} runs iwtune-server {theirs}, which is older than this command line ({ours}). Update the server, or use an "
                + $"iwtune of version {theirs}."
            : $"{server} runs iwtune-server {theirs}, and this command line is older ({ours}). Update iwtune here.";
    }

    private static Version? Number(string? text) => Version.TryParse(text?.Split('-')[0], out var number) ? number : null;

    // Not as WhoAmI: a newer server may have permissions that are unknown here.
    private static string? VersionOf(ServerAnswer answer)
    {
        try
        {
            using var json = JsonDocument.Parse(answer.Body);
            return
                answer.Granted
                && json.RootElement.ValueKind == JsonValueKind.Object
                && json.RootElement.TryGetProperty(Field, out var version)
                && version.ValueKind == JsonValueKind.String
                ? version.GetString()
                : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static string Field => JsonNamingPolicy.CamelCase.ConvertName(nameof(WhoAmI.ServerVersion));
}
