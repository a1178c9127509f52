namespace IwTune.Agent.Engine.Captures;

/// <summary>What ended a first flight.</summary>
internal enum FlightLimit
{
    /// <summary>It cannot be known.</summary>
    Unknown,

    /// <summary>The initial window.</summary>
    InitialWindow,

    /// <summary>The receiver's first window: the initial window is at least as large.</summary>
    ReceiverWindow,

    /// <summary>There was no more to send: the initial window is at least as large.</summary>
    Data,
}
