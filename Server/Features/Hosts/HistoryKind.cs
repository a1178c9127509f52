namespace IwTune.Server.Features.Hosts;

/// <summary>
/// What the server writes into a host's history. What the host itself reports is of <see cref="Shared.Wire.HostEventKind"/>.
/// </summary>
internal enum HistoryKind
{
    /// <summary>It enrolled.</summary>
    Enrolled,

    /// <summary>It left.</summary>
    Retired,

    /// <summary>Its labels were changed.</summary>
    Labelled,

    /// <summary>The server keeps it at a revision.</summary>
    Held,

    /// <summary>That ended.</summary>
    Released,

    /// <summary>It made a new secret.</summary>
    SecretReplaced,

    /// <summary>It registered a key.</summary>
    KeyRegistered,

    /// <summary>A call with its secret lacked the proof of its key.</summary>
    ProofRefused,

    /// <summary>Another host has the same machine id.</summary>
    SameMachine,

    /// <summary>It holds a later publication than the store.</summary>
    StoreBehind,

    /// <summary>It is in an earlier state than it was, as after a restored snapshot.</summary>
    WentBack,

    /// <summary>Two machines have its identity.</summary>
    CloneSuspected,

    /// <summary>An administrator decided which of them keeps it.</summary>
    CloneDecided,

    /// <summary>The copy became a host of its own.</summary>
    CloneAdopted,
}
