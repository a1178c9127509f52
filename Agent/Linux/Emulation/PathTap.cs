namespace IwTune.Agent.Linux.Emulation;

/// <summary>Sees TCP packets on the thread that carries them: it must return at once.</summary>
/// <param name="packet">What happened to it.</param>
/// <param name="bytes">The packet from its IP header on; valid during the call alone.</param>
public delegate void PathTap(PacketSeen packet, ReadOnlySpan<byte> bytes);
