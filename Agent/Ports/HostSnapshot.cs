namespace IwTune.Agent.Ports;

/// <summary>Every target of a host as it was at one instant.</summary>
/// <param name="At">When it was read.</param>
/// <param name="BootId">The boot it belongs to.</param>
/// <param name="Targets">In the order the system lists them.</param>
/// <param name="Interfaces">The names of the interfaces there are, so that a scope that names another can be told.</param>
public sealed record HostSnapshot(DateTimeOffset At, string BootId, IReadOnlyList<Target> Targets, IReadOnlyList<string> Interfaces);
