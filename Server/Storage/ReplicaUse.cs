namespace IwTune.Server.Storage;

/// <summary>Whether long readings use the replica, and otherwise why not.</summary>
internal enum ReplicaUse
{
    Used,

    /// <summary>It does not have within its time what the primary has.</summary>
    Behind,

    /// <summary>It does not answer.</summary>
    Unreachable,

    /// <summary>It is no standby of the store.</summary>
    Unfit,
}
