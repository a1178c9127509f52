namespace IwTune.Chaos.Schedules;

/// <summary>What the network between agents and server does.</summary>
internal enum LinkState
{
    /// <summary>Carries everything.</summary>
    Open,

    /// <summary>Accepts connections and carries nothing, as a firewall that forgot its connections: they stay half-open.</summary>
    Silent,

    /// <summary>Resets every connection.</summary>
    Refusing,

    /// <summary>
    /// Carries what agents send, and resets the connection when an answer begins: agents cannot know what the server did.
    /// </summary>
    LosingAnswers,

    /// <summary>Carries everything late.</summary>
    Slow,
}
