namespace IwTune.Agent.Ports;

/// <summary>Every target of a host as it was at one instant.</summary>
/// <param name="At">When it was read.</param>
/// <param name="BootId">The boot it belongs to.</param>
/// <param name="Targets">In the order the system lists them.</param>
/// <param name="Interfaces">The names of the interfaces there are, so that a scope that names another can be told.</param>
public sealed record HostSnapshot(DateTimeOffset At, string BootId, IReadOnlyList<Target> Targets, IReadOnlyList<string> Interfaces)
{
    /// <summary>By which of several roads it was read: <c>PowerShell</c>, <c>WMI</c>, <c>netsh</c>; empty where there is one.</summary>
    public string Road { get; init; } = "";
}
