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

    /// <summary>
    /// Keeps what agents send until they have given up and sent later requests, and delivers it then: the server gets requests in another
    /// order than they were sent.
    /// </summary>
    Reordering,
}
