using IwTune.Shared.Wire;

namespace IwTune.Swarm.Hosts;

/// <summary>The drawn properties of a host of the swarm: everything that its enrolment reports to the server.</summary>
/// <param name="Facts">The facts as the agent reads them; a reboot or an update changes them.</param>
/// <param name="Windows">The profile of its emulated Windows; <see langword="null"/> for Linux.</param>
/// <param name="Owner">The owner of its default routes; empty on Windows.</param>
public sealed record HostIdentity(HostFacts Facts, string? Windows, string Owner);
