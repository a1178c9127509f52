namespace IwTune.Server.Storage;

/// <summary>Where a reading may run.</summary>
public enum ReadKind
{
    /// <summary>A few rows: on the primary.</summary>
    Short,

    /// <summary>As much as the fleet or its history: on the replica, if there is one (<see cref="Database.LongReadAsync{T}"/>).</summary>
    Long,
}
