using IwTune.Shared.Policies;

namespace IwTune.Agent.Ports;

/// <summary>What a target was before the agent first changed it.</summary>
/// <param name="TargetId">The target.</param>
/// <param name="Window">Its window then.</param>
/// <param name="Raw">The system's own bytes of it at that time.</param>
/// <param name="BootId">The boot it was read in; raw bytes name interface indexes, which change with every boot.</param>
/// <param name="At">When it was read.</param>
public sealed record BeforeImage(string TargetId, Window Window, ReadOnlyMemory<byte> Raw, string BootId, DateTimeOffset At);
