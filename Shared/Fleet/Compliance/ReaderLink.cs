namespace IwTune.Shared.Fleet.Compliance;

/// <summary>A link by which a reader without an account gets one run.</summary>
public sealed record ReaderLink
{
    /// <summary>UUIDv7; not its secret.</summary>
    public required string Id { get; init; }

    /// <summary>Who made it.</summary>
    public required string Author { get; init; }

    /// <summary>For whom or for what.</summary>
    public required string Reason { get; init; }

    /// <summary>When it was made.</summary>
    public required DateTimeOffset Created { get; init; }

    /// <summary>It is refused from then on.</summary>
    public required DateTimeOffset Expires { get; init; }

    /// <summary>When it was revoked.</summary>
    public DateTimeOffset? Revoked { get; init; }

    /// <summary>How often its page was opened or its file downloaded.</summary>
    public int Used { get; init; }

    /// <summary>The last time.</summary>
    public DateTimeOffset? LastUsed { get; init; }
}

/// <summary>Makes a link for a reader without an account.</summary>
/// <param name="Reason">For whom or for what.</param>
/// <param name="Days">1 to 90.</param>
public sealed record ReaderLinkRequest(string Reason, int Days);

/// <summary>A new link.</summary>
/// <param name="Path">Its path on this server, with the secret; it is not shown again.</param>
/// <param name="Link">What is kept of it.</param>
public sealed record CreatedReaderLink(string Path, ReaderLink Link);
