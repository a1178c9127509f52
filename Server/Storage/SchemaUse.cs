namespace IwTune.Server.Storage;

/// <summary>What happens to a store whose schema is of an older version.</summary>
public enum SchemaUse
{
    /// <summary>It is upgraded, and made where there is none.</summary>
    Upgrade,

    /// <summary>It is upgraded. An empty one is refused: what is known beside it says that there was one.</summary>
    UpgradeExisting,

    /// <summary>It is upgraded unless a server runs on it, which may be of the older version. An empty one is refused.</summary>
    UpgradeUnlessRunning,

    /// <summary>It stays as it is: what is made of it must also fit the older version.</summary>
    AsItIs,
}
