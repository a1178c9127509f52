namespace IwTune.Agent.Engine.Captures;

/// <summary>A connection with the verdict on its first flight.</summary>
/// <param name="Connection">What was seen.</param>
/// <param name="Verdict">What it says.</param>
internal sealed record CapturedFlight(CapturedConnection Connection, FirstFlightVerdict Verdict)
{
    /// <summary>The flights of all connections, those with most data first.</summary>
    public static List<CapturedFlight> AllOf(CaptureAnalysis analysis) =>
        [
            .. analysis
                .Connections.Select(one => new CapturedFlight(one, FirstFlightVerdict.Of(one, analysis.End)))
                .OrderByDescending(one => one.Connection.Sent.Bytes),
        ];

    /// <summary>Where the capture was taken.</summary>
    public CapturePlace Place => Connection.SenderIsServer is { } server ? Connection.Handshake.Place(server) : CapturePlace.Unknown;

    /// <summary>The first flight; <see langword="null"/> when it was not measured.</summary>
    public SeenFirstFlight? First => Connection.Sent.Meter?.First;
}
