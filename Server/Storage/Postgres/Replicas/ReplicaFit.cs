namespace IwTune.Server.Storage.Postgres.Replicas;

/// <summary>Whether a replica can be read.</summary>
internal enum ReplicaFit
{
    /// <summary>It has everything that was committed before the primary was asked.</summary>
    Current,

    /// <summary>It follows, and does not have everything yet.</summary>
    Behind,

    /// <summary>It no longer follows the primary: it was promoted, or the primary was replaced.</summary>
    Parted,

    /// <summary>Not a replica of the store, or one that may not be read: the option is wrong.</summary>
    Wrong,
}
