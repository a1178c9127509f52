using IwTune.Shared.Wire;

namespace IwTune.Swarm.Hosts;

/// <summary>What a host of the swarm is, as drawn: everything that the server is told of it at enrolment.</summary>
/// <param name="Facts">As the agent reads them; a reboot or an update gives it others.</param>
/// <param name="Windows">The profile of its emulated Windows; <see langword="null"/> for Linux.</param>
/// <param name="Owner">Who owns its default routes; empty on Windows.</param>
public sealed record HostIdentity(HostFacts Facts, string? Windows, string Owner);
