namespace IwTune.Shared.Model;

/// <summary>The sizes of a QUIC packet before its sender knows that the path takes more.</summary>
public static class QuicDatagram
{
    /// <summary>UDP payload, bytes: every path of QUIC takes this much (RFC 9000 §14).</summary>
    public const int Bytes = 1200;

    /// <summary>
    /// What a full datagram carries of a response, bytes: without the short header with a connection ID of 8 and a packet number of 2 (11,
    /// RFC 9000 §17.3.1), the header of the STREAM frame (8, §19.8) and the authentication tag (16, RFC 9001 §5.3).
    /// </summary>
    public const int Payload = Bytes - 11 - 8 - 16;

    /// <summary>What it has besides on the wire, bytes, with IPv4 (20) and UDP (8).</summary>
    public const int HeaderBytes = Bytes - Payload + 28;
}
