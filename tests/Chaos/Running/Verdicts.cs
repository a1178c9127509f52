using System.Text.Json;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Chaos.Running;

/// <summary>What the server says about its hosts.</summary>
/// <param name="Text">Each host's verdict and its reason, a line each; the error when the server does not answer.</param>
/// <param name="Settled">True when every host is judged, and none is on its way.</param>
internal sealed record Verdicts(string Text, bool Settled)
{
    public static Verdicts Of(Ground ground)
    {
        var result = ground.Fleet("hosts", "--json");
        if (result.ExitCode != 0)
            return new($"no answer: {result.Error}", Settled: false);
        var hosts = JsonSerializer.Deserialize(result.Output, HostsJson.Default.HostPage)!.Hosts;
        return new(
            string.Join('\n', hosts.Select(host => $"{host.Name}: {host.Verdict} {host.Reason}")),
            hosts.Count == Schedules.Schedule.Hosts
                && ground.Hosts.All(host => hosts.Any(one => one.Id == host.Id))
                && hosts.All(host => host.Verdict is not (Verdict.Applying or Verdict.NeverSeen))
        );
    }
}
