using System.Globalization;
using IwTune.Agent.Linux.Bpf;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor;

/// <summary>Everything that the checks look at, read once.</summary>
internal sealed record HostFindings
{
    /// <summary>Kernel release: <c>6.1.0-18-amd64</c>.</summary>
    public required string Kernel { get; init; }

    /// <summary>
    /// Kernel settings by name, columns with one blank between them; those that are not there or cannot be read are left out.
    /// </summary>
    public required IReadOnlyDictionary<string, string> Sysctls { get; init; }

    /// <summary>The interfaces, loopback apart.</summary>
    public required IReadOnlyList<LinkFinding> Links { get; init; }

    /// <summary>Every route that can have a window, in the kernel's order.</summary>
    public required IReadOnlyList<RouteFinding> Routes { get; init; }

    /// <summary>The tables that policy rules look in beside local, main and default, with the rule's priority.</summary>
    public IReadOnlyList<RuleFinding> Rules { get; init; } = [];

    /// <summary>The kernel's counters since boot, by name as in /proc/net/snmp and netstat.</summary>
    public IReadOnlyDictionary<string, long> Counters { get; init; } = new Dictionary<string, long>(StringComparer.Ordinal);

    /// <summary>The sock_ops programs that run for connections.</summary>
    public SockOpsPrograms Programs { get; init; } = new([]);

    /// <summary>The programs that wait for QUIC on UDP port 443; an empty name is one that this user may not see.</summary>
    public IReadOnlyList<string> QuicPrograms { get; init; } = [];

    /// <summary>The hypervisor this runs under: <c>KVM</c>; empty when none is visible.</summary>
    public string Hypervisor { get; init; } = "";

    /// <summary>What a running agent has seen.</summary>
    public AgentView Agent { get; init; } = new() { Absent = "No daemon answers." };

    /// <summary>Major and minor number of the kernel; <see langword="null"/> when its release does not begin with them.</summary>
    public Version? KernelVersion =>
        Kernel.Split('.', '-') is [var major, var minor, ..]
        && int.TryParse(major, NumberStyles.None, CultureInfo.InvariantCulture, out var first)
        && int.TryParse(minor, NumberStyles.None, CultureInfo.InvariantCulture, out var second)
            ? new Version(first, second)
            : null;

    /// <summary>One number of a setting.</summary>
    /// <param name="name">The setting.</param>
    /// <param name="column">Which of its numbers, from 0.</param>
    /// <returns><see langword="null"/> when it is not known.</returns>
    public long? Number(string name, int column = 0) =>
        Sysctls.TryGetValue(name, out var value)
        && value.Split(' ') is var columns
        && column < columns.Length
        && long.TryParse(columns[column], NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number)
            ? number
            : null;

    public LinkFinding? Link(string? name) => Links.FirstOrDefault(link => link.Name == name);
}

/// <summary>A policy rule that sends a lookup to another table than the usual three.</summary>
internal sealed record RuleFinding(bool IsIpv6, uint Priority, uint Table);
