using IwTune.Chaos.Running;
using IwTune.Lab;

namespace IwTune.Chaos.Checking;

/// <summary>Everything the checker works with: what people and hosts did, and what is left at the end.</summary>
/// <param name="Operations">What was tried, and what is known of it.</param>
/// <param name="Restored">The times that a backup replaced the server's data.</param>
/// <param name="Audit">The server's own verification of its audit log.</param>
/// <param name="Store">The store at the end.</param>
/// <param name="Hosts">The hosts at the end.</param>
internal sealed record Observed(
    IReadOnlyList<Happened> Operations,
    IReadOnlyList<Restoration> Restored,
    CommandResult Audit,
    StoreCopy Store,
    IReadOnlyList<HostEnd> Hosts
)
{
    /// <summary>True when a restore may have removed what happened in this step.</summary>
    public bool MayBeGone(int step) => Restored.Any(restore => step > restore.BackedUp && step <= restore.At);
}

/// <summary>A restored backup.</summary>
/// <param name="BackedUp">The step in which it was made.</param>
/// <param name="At">The step in which it replaced the server's data.</param>
internal sealed record Restoration(int BackedUp, int At);

/// <summary>One host at the end.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Reported">Every line that was in its outbox at any time, JSON.</param>
/// <param name="LostReports">True when it left during the run and said that reports could not be sent.</param>
/// <param name="Status">The agent's last status.</param>
/// <param name="Windows">The initcwnd of its default routes by iproute2, IPv4 and IPv6.</param>
/// <param name="Left">The result of leaving the fleet.</param>
/// <param name="Before">Its routes before the agent came.</param>
/// <param name="After">Its routes after the agent left.</param>
internal sealed record HostEnd(
    string Name,
    IReadOnlyList<string> Reported,
    bool LostReports,
    AgentStatus Status,
    IReadOnlyList<int?> Windows,
    CommandResult Left,
    RouteImage Before,
    RouteImage After
);
