namespace IwTune.Shared.Wire;

/// <summary>What ended the first flight of a host that was probed.</summary>
public enum FlightVerdict
{
    /// <summary>The sender's initial window: more data waited.</summary>
    IwLimited,

    /// <summary>The answer was complete: the window is at least as large.</summary>
    DataLimited,

    /// <summary>The window that the probing host gives a peer was full: the peer's initial window is at least as large.</summary>
    PeerWindowLimited,
}
