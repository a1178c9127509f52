using IwTune.Shared.Wire.Signing;

namespace IwTune.Shared.Wire;

/// <summary>Why a host that calls is not served as a member.</summary>
public enum MembershipState
{
    /// <summary>It enrolled, and an administrator must approve it. It receives nothing and changes nothing.</summary>
    Waiting,

    /// <summary>An administrator refused it.</summary>
    Refused,

    /// <summary>It was not approved in time.</summary>
    Lapsed,

    /// <summary>Another machine has the same identity and is the older of the two; an administrator decides.</summary>
    Quarantined,

    /// <summary>
    /// An administrator made this copy a host of its own: it may fetch its new identity (<see cref="AgentPaths.Adopt"/>).
    /// </summary>
    Adopted,

    /// <summary>It left the fleet, or was removed from it.</summary>
    Retired,

    /// <summary>Its secret was void for another reason; it must enrol again.</summary>
    Void,

    /// <summary>
    /// The server has no record of it: another server's host, or the server was restored from a backup older than its enrolment.
    /// </summary>
    Unknown,
}

/// <summary>A host's enrolment state, sent with a refusal.</summary>
/// <param name="State">Why it is not served.</param>
/// <param name="Since">Since when, by the server's clock; <see langword="null"/> when that is not known.</param>
/// <param name="Until">When a wait lapses; <see langword="null"/> when nothing does.</param>
public sealed record MembershipNotice(MembershipState State, DateTimeOffset? Since = null, DateTimeOffset? Until = null);

/// <summary>A host replaces its secret. Sent with the old one; may be repeated until the new one was used.</summary>
/// <param name="SecretHash">
/// SHA-256 of the new secret's UTF-8, 64 lower-case hex digits: the secret itself is sent when it is first used.
/// </param>
public sealed record RotateRequest(string SecretHash);

/// <summary>A copy becomes a host of its own. Sent with the secret it shares; may be repeated until the new one was used.</summary>
/// <param name="SecretHash">As in <see cref="RotateRequest"/>.</param>
/// <param name="Facts">What this machine is.</param>
/// <param name="Key">The key that it made, bound to the id it shares; <see langword="null"/> from agents that make none.</param>
public sealed record AdoptRequest(string SecretHash, HostFacts Facts, HostKeyOffer? Key = null);

/// <summary>What a server can want of an agent (<see cref="AgentPaths.WantsHeader"/>). What an agent does not know it leaves be.</summary>
public static class AgentWants
{
    /// <summary>A new secret: <see cref="AgentPaths.Rotate"/>.</summary>
    public const string Rotate = "rotate";

    /// <summary>The key that the call proves and the server does not have: <see cref="AgentPaths.Key"/>.</summary>
    public const string Key = "key";

    /// <summary>Another value of <see cref="AgentPaths.RunHeader"/>: two machines seem to use this one.</summary>
    public const string NewRun = "new-run";

    /// <summary>
    /// Reports again, from the line after this number: <c>reports-after=300</c>. The server has no more of what it once made durable.
    /// </summary>
    public const string ReportsAfter = "reports-after=";
}
