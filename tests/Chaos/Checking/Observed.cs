using IwTune.Chaos.Running;
using IwTune.Lab;

namespace IwTune.Chaos.Checking;

/// <summary>Everything the checker works with: what people and hosts did, and what is left at the end.</summary>
/// <param name="Operations">What was tried, and what is known of it.</param>
/// <param name="BackedUp">The step of the latest backup; <see langword="null"/> without one.</param>
/// <param name="Restored">The steps at which that backup replaced the server's data.</param>
/// <param name="Audit">The server's own verification of its audit log.</param>
/// <param name="Store">The store at the end.</param>
/// <param name="Hosts">The hosts at the end.</param>
internal sealed record Observed(
    IReadOnlyList<Happened> Operations,
    int? BackedUp,
    IReadOnlyList<int> Restored,
    CommandResult Audit,
    StoreCopy Store,
    IReadOnlyList<HostEnd> Hosts
)
{
    /// <summary>True when a restore may have removed what happened in this step.</summary>
    public bool MayBeGone(int step) => Restored.Any(restore => step > BackedUp && step <= restore);
}

/// <summary>One host at the end.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Reported">Every line that was in its outbox at any time, JSON.</param>
/// <param name="Status">The agent's last status.</param>
/// <param name="Windows">The initcwnd of its default routes by iproute2, IPv4 and IPv6.</param>
/// <param name="Left">The result of leaving the fleet.</param>
/// <param name="Before">Its routes before the agent came.</param>
/// <param name="After">Its routes after the agent left.</param>
internal sealed record HostEnd(
    string Name,
    IReadOnlyList<string> Reported,
    AgentStatus Status,
    IReadOnlyList<int?> Windows,
    CommandResult Left,
    RouteImage Before,
    RouteImage After
);
