namespace IwTune.Agent.Control.Bundles;

/// <summary>Where the content of a genuine bundle stands on this host.</summary>
public enum BundleStage
{
    /// <summary>Its signature, sequence and expiry are good; nothing of it is kept.</summary>
    Verified,

    /// <summary>It came while the host was held, and is tried when the hold ends.</summary>
    Waiting,

    /// <summary>It is being tried.</summary>
    Accepted,

    /// <summary>It is set and read back, and is restored unless it is confirmed in time.</summary>
    Confirming,

    /// <summary>It is in force.</summary>
    Confirmed,

    /// <summary>It was in force before the one that is being tried, and is again when that is undone.</summary>
    Fallback,

    /// <summary>What it had changed was restored.</summary>
    Undone,
}
