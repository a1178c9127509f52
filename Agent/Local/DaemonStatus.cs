using IwTune.Agent.Engine.Repairs;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.Standing;

namespace IwTune.Agent.Local;

/// <summary>What a daemon reports about itself.</summary>
public sealed record DaemonStatus
{
    /// <summary>Version of the running binary, which may differ from the one that asks.</summary>
    public required string Version { get; init; }

    /// <summary>Process id.</summary>
    public required int Pid { get; init; }

    /// <summary>When it started.</summary>
    public required DateTimeOffset Since { get; init; }

    /// <summary>The daemon's clock when it answered; ages are counted from it.</summary>
    public required DateTimeOffset Now { get; init; }

    /// <summary>Its state directory.</summary>
    public required string StateDirectory { get; init; }

    /// <summary>The fleet it belongs to; <see langword="null"/> when it enforces a file or is not enrolled.</summary>
    public ServerStatus? Server { get; init; }

    /// <summary>Why the stored identity cannot be used and what to do, as sentences; empty when it can, or there is none.</summary>
    public string IdentityProblem { get; init; } = "";

    /// <summary>
    /// The server that the host must belong to and the source of that, for people: <c>https://iw.example.net:7443 (group policy)</c>;
    /// <see langword="null"/> when none is named.
    /// </summary>
    public string? Named { get; init; }

    /// <summary>The file it enforces; <see langword="null"/> when bundles come from a server.</summary>
    public string? PolicyFile { get; init; }

    /// <summary>
    /// Identity of what that file says; the host may hold another policy, which a person applied. <see langword="null"/> without a file,
    /// and from older daemons.
    /// </summary>
    public string? PolicyDigest { get; init; }

    /// <summary>The running experiment, as sentences; empty when none runs.</summary>
    public string Experiment { get; init; } = "";

    /// <summary>When the dead-man timer restores everything; <see langword="null"/> when none is armed.</summary>
    public DateTimeOffset? ConfirmBy { get; init; }

    /// <summary>Report lines not yet stored by the server.</summary>
    public long Unsent { get; init; }

    /// <summary>How often routes were repaired, and after whose changes.</summary>
    public IReadOnlyList<RepairCount> Repairs { get; init; } = [];

    /// <summary>The policy that came while the host was held, by name and revision; <see langword="null"/> when none waits.</summary>
    public string? Waiting { get; init; }

    /// <summary>What was set on this host above every policy.</summary>
    public IReadOnlyList<LocalOverride> Overrides { get; init; } = [];

    /// <summary>The settings that this host's administrators changed from their defaults; empty when there are none.</summary>
    public string Settings { get; init; } = "";

    /// <summary>Everything the daemon runs with, each with its source; empty from older daemons.</summary>
    public IReadOnlyList<ShownSetting> Configuration { get; init; } = [];

    /// <summary>Other notes, as sentences: an expired bundle, a full outbox, a limits file that cannot be read.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];
}

/// <summary>A daemon's relation to its server.</summary>
/// <param name="Url">Where the server is.</param>
/// <param name="HostId">This host's id there.</param>
/// <param name="LastContact">When the server last answered a check-in; <see langword="null"/> for never since the daemon started.</param>
/// <param name="Problem">Why it cannot be reached now, as a sentence; empty when it can.</param>
/// <param name="Enrolment">
/// The membership state of the host: <c>Member</c>, or the name of a <see cref="Shared.Wire.MembershipState"/> when it is not served as
/// one; <see langword="null"/> before the server has answered.
/// </param>
/// <param name="EnrolmentSince">Since when, as the server said; <see langword="null"/> for a member.</param>
/// <param name="EnrolmentUntil">When a wait for approval lapses.</param>
/// <param name="NextAttempt">
/// When the server is called again after a failure; <see langword="null"/> when it was reached, while it is being called, and from older
/// daemons.
/// </param>
/// <param name="HostKey">
/// Where this host's key is: <c>tpm</c>, <c>file</c>, <c>none</c>, or <c>lost</c> when the server was given one that is not here any more.
/// </param>
public sealed record ServerStatus(
    string Url,
    string HostId,
    DateTimeOffset? LastContact,
    string Problem,
    string? Enrolment = null,
    DateTimeOffset? EnrolmentSince = null,
    DateTimeOffset? EnrolmentUntil = null,
    DateTimeOffset? NextAttempt = null,
    string? HostKey = null
);
