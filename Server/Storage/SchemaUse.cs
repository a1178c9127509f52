namespace IwTune.Server.Storage;

/// <summary>What happens to a store whose schema is of an older version.</summary>
public enum SchemaUse
{
    /// <summary>It is upgraded.</summary>
    Upgrade,

    /// <summary>It is upgraded unless a server runs on it, which may be of the older version.</summary>
    UpgradeUnlessRunning,

    /// <summary>It stays as it is: what is made of it must also fit the older version.</summary>
    AsItIs,
}
