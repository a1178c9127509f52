namespace IwTune.Agent.Linux.Probing.Remote;

/// <summary>The receive window of a peer.</summary>
/// <param name="Bytes">Bytes; in a SYN-ACK it is never scaled (RFC 7323 section 2.2).</param>
/// <param name="Scale">The power of two of later windows; <see langword="null"/> when the two sides do not scale.</param>
public sealed record SynAckWindow(long Bytes, int? Scale);
