namespace IwTune.Agent.Ports;

/// <summary>Every target of a host at one instant.</summary>
/// <param name="At">When it was read.</param>
/// <param name="BootId">The boot it belongs to.</param>
/// <param name="Targets">In the order the system lists them.</param>
/// <param name="Interfaces">The names of the interfaces, so that a scope that names another one can be reported.</param>
public sealed record HostSnapshot(DateTimeOffset At, string BootId, IReadOnlyList<Target> Targets, IReadOnlyList<string> Interfaces)
{
    /// <summary>The method that read it, of several: <c>PowerShell</c>, <c>WMI</c>, <c>netsh</c>; empty where there is one.</summary>
    public string Method { get; init; } = "";
}
