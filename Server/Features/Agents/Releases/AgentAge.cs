using IwTune.Shared.Fleet.Agents;

namespace IwTune.Server.Features.Agents.Releases;

/// <summary>A host's agent against the newest one for its system.</summary>
/// <param name="Standing">Whether there is a newer one.</param>
/// <param name="NewerSince">Since when the server knows a newer one, unix milliseconds; <see langword="null"/> without any.</param>
public sealed record AgentAge(AgentStanding Standing, long? NewerSince);
