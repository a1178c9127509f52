using IwTune.Shared.Wire.Signing;

namespace IwTune.Shared.Fleet.Servers;

/// <summary>What a key of the fleet is for.</summary>
public enum KeyKind
{
    /// <summary>Signs bundles.</summary>
    Signing,

    /// <summary>A CA: signs the server's certificate.</summary>
    Authority,
}

/// <summary>How far the life of a key of the fleet is.</summary>
public enum KeyState
{
    /// <summary>Signs what every host gets that knows it; the CA that the server's certificate comes from.</summary>
    InUse,

    /// <summary>Hosts that receive its announcement trust it, and it takes over when the previous key is retired.</summary>
    Announced,

    /// <summary>A newer one is in use; it still signs for hosts that do not know the newer one yet.</summary>
    Replaced,

    /// <summary>Hosts that receive its revocation no longer trust it.</summary>
    Revoked,

    /// <summary>Its private half is deleted.</summary>
    Retired,
}

/// <summary>Where the private half of a key is.</summary>
public enum KeyPlace
{
    /// <summary>In a file of the server's data directory.</summary>
    File,

    /// <summary>In a PKCS #11 token, which it never leaves.</summary>
    Token,
}

/// <summary>A key of the fleet.</summary>
/// <param name="Id">SHA-256 of the public key info, lower-case hex; for a CA the pin without <c>sha256:</c>.</param>
/// <param name="Kind">What it is for.</param>
/// <param name="State">How far its life is.</param>
/// <param name="Made">When it was made.</param>
/// <param name="MadeBy">Who made it, as in the audit log.</param>
/// <param name="Reason">Why it was made or revoked; empty for the first of its kind.</param>
/// <param name="Since">Number of its announcement to hosts.</param>
/// <param name="Place">Where its private half is, or was until it was retired.</param>
public sealed record FleetKey(
    string Id,
    KeyKind Kind,
    KeyState State,
    DateTimeOffset Made,
    string MadeBy,
    string Reason,
    long Since,
    KeyPlace Place
);

/// <summary>The keys of a fleet, and which hosts know them.</summary>
/// <param name="Fleet">As in <see cref="Trust.Fleet"/>.</param>
/// <param name="Number">As in <see cref="Trust.Number"/>.</param>
/// <param name="Keys">Newest first; retired ones too.</param>
/// <param name="Hosts">Members.</param>
/// <param name="Behind">Members that have not acknowledged <paramref name="Number"/>.</param>
/// <param name="Stragglers">The first of them by name, at most 100.</param>
public sealed record FleetKeys(
    string Fleet,
    long Number,
    IReadOnlyList<FleetKey> Keys,
    long Hosts,
    long Behind,
    IReadOnlyList<KeyStraggler> Stragglers
);

/// <summary>A member that has not acknowledged the latest announcement.</summary>
/// <param name="Id">UUIDv7, text.</param>
/// <param name="Name">Its name.</param>
/// <param name="Seen">When it was last heard of; <see langword="null"/> for never.</param>
/// <param name="Acknowledged">
/// The announcement it acknowledged last; <see langword="null"/> for an agent that knows none: update it.
/// </param>
public sealed record KeyStraggler(string Id, string Name, DateTimeOffset? Seen, long? Acknowledged);
