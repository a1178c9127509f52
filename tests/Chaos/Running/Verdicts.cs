using System.Text.Json;

namespace IwTune.Chaos.Running;

/// <summary>What the server says about its hosts.</summary>
internal static class Verdicts
{
    private static readonly string[] Unsettled = ["Applying", "NeverSeen"];

    /// <summary>Each host's verdict and its reason, a line each; the error when the server does not answer.</summary>
    public static string Of(Ground ground)
    {
        var result = ground.Fleet("hosts", "--json");
        if (result.ExitCode != 0)
            return $"no answer: {result.Error}";
        using var all = JsonDocument.Parse(result.Output);
        var hosts = all.RootElement.ValueKind == JsonValueKind.Array ? all.RootElement : all.RootElement.GetProperty("hosts");
        return string.Join(
            '\n',
            hosts.EnumerateArray().Select(host => $"{Text(host, "name")}: {Text(host, "verdict")} {Text(host, "reason")}")
        );
    }

    /// <summary>True when no host is on its way, and none differs without a reason.</summary>
    public static bool AllSettled(string verdicts) =>
        verdicts.Split('\n') is { Length: Schedules.Schedule.Hosts } lines
        && lines.All(line => !Unsettled.Any(verdict => line.Contains($": {verdict} ", StringComparison.Ordinal)));

    private static string? Text(JsonElement host, string name) => host.GetProperty(name).GetString();
}
