namespace IwTune.Shared.Model;

/// <summary>By what a sender widens its window in slow start.</summary>
public enum Growth
{
    /// <summary>By what was acknowledged: doubles each round however the receiver acknowledges (RFC 3465; the Linux of today).</summary>
    Bytes,

    /// <summary>
    /// By one segment for every acknowledgement: about 1.5 × a round where every second segment is acknowledged (RFC 5681 §3.1; RFC 6928's
    /// table).
    /// </summary>
    Packets,
}
