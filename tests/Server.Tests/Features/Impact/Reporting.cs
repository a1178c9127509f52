using IwTune.Server.Tests.Running;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Impact;

/// <summary>Hosts that only report their state.</summary>
internal static class Reporting
{
    public static Task ToldAsync(this TestHost host, params TargetState[] targets) => host.ToldAsync(null, targets);

    public static async Task ToldAsync(this TestHost host, HoldState? hold, params TargetState[] targets)
    {
        await host.DurableAsync(
            host.Line(
                new HostState
                {
                    Phase = BundlePhase.Applied,
                    StateHash = "h",
                    Hold = hold,
                    Targets = targets,
                }
            )
        );
        using var answer = await host.CheckInAsync();
        answer.EnsureSuccessStatusCode();
    }
}
