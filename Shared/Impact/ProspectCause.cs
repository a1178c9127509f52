namespace IwTune.Shared.Impact;

/// <summary>A reason that is counted in words of its own; every other reason is counted by its text.</summary>
public enum ProspectCause
{
    /// <summary>No cause of its own: the text says it.</summary>
    Other,

    /// <summary>Client editions of Windows let templates be read only.</summary>
    WindowsClient,

    /// <summary>Another program owns the route, template or filter, and IwTune only reports it.</summary>
    OtherOwner,

    /// <summary>The host has never contacted the server.</summary>
    NeverSeen,

    /// <summary>The host has not contacted the server for longer than the fleet's limit.</summary>
    Stale,
}
