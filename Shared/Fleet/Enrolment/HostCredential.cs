using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Shared.Fleet.Enrolment;

/// <summary>Asks hosts for new secrets. Exactly one of <paramref name="Host"/> and <paramref name="Selector"/> is given.</summary>
/// <param name="Host">Name or id.</param>
/// <param name="Selector">As in <see cref="AssignRequest.Selector"/>.</param>
/// <param name="Reason">Why; needed.</param>
public sealed record RotateHostsRequest(string? Host = null, string? Selector = null, string Reason = "");

/// <summary>How a host's credential stands.</summary>
/// <param name="Made">When the secret in use was made.</param>
/// <param name="Asked">When the server requested a new one; <see langword="null"/> when none is due.</param>
/// <param name="Why">Why it asked, as a clause; empty when none is due.</param>
/// <param name="Half">True when the host made a new secret and has not used it yet: both are good.</param>
public sealed record HostCredentialState(DateTimeOffset Made, DateTimeOffset? Asked, string Why, bool Half)
{
    /// <summary>Where the host's private key is: <c>tpm</c>, <c>file</c>, or <c>none</c> when it has registered no key.</summary>
    public string Key
    {
        get;
        init => field = value ?? HostKeys.None;
    } = HostKeys.None;

    /// <summary>When the key was registered; <see langword="null"/> for none.</summary>
    public DateTimeOffset? KeyAt { get; init; }
}
