namespace IwTune.Agent.Engine.Captures;

/// <summary>A TCP segment of a capture, without its data.</summary>
internal readonly record struct CapturedSegment
{
    public required CaptureEndpoint Source { get; init; }

    public required CaptureEndpoint Destination { get; init; }

    /// <summary>Time to live, or hop limit.</summary>
    public required byte Hops { get; init; }

    public required uint Sequence { get; init; }

    public required uint Acknowledgement { get; init; }

    public required TcpFlags Flags { get; init; }

    /// <summary>As written, without scale.</summary>
    public required ushort Window { get; init; }

    /// <summary>Bytes of data; many segments at once where the sender's network card divides them.</summary>
    public required int Payload { get; init; }

    public required TcpOptions Options { get; init; }

    public bool Syn => Flags.HasFlag(TcpFlags.Syn);

    public bool Ack => Flags.HasFlag(TcpFlags.Ack);

    public bool Fin => Flags.HasFlag(TcpFlags.Fin);

    public bool Rst => Flags.HasFlag(TcpFlags.Rst);
}

/// <summary>The flags of RFC 9293 §3.1 that matter here.</summary>
[Flags]
internal enum TcpFlags
{
    None = 0,
    Fin = 1,
    Syn = 2,
    Rst = 4,
    Ack = 16,
}
