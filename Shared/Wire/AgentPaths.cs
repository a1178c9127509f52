using IwTune.Shared.Wire.Signing;

namespace IwTune.Shared.Wire;

/// <summary>The addresses that an agent calls, written once for both sides.</summary>
public static class AgentPaths
{
    /// <summary>GET, unauthenticated: the server's CA certificate as PEM. Checked against the pin before it is trusted.</summary>
    public const string Authority = "/agent/v1/ca";

    /// <summary>POST <see cref="EnrolRequest"/> → <see cref="EnrolReply"/>.</summary>
    public const string Enrol = "/agent/v1/enroll";

    /// <summary>POST <see cref="CheckInRequest"/> → 204, or an <see cref="Envelope"/> that carries a <see cref="Bundle"/>.</summary>
    public const string CheckIn = "/agent/v1/checkin";

    /// <summary>POST NDJSON of <see cref="ReportLine"/> → <see cref="ReportsReply"/>.</summary>
    public const string Reports = "/agent/v1/reports";

    /// <summary>POST, no body → 204: the host leaves the fleet; its secret is void from then on.</summary>
    public const string Unenrol = "/agent/v1/unenroll";

    /// <summary>GET, as a host → 204: is the server there, and does it know me. Costs nothing else.</summary>
    public const string Ping = "/agent/v1/ping";

    /// <summary>
    /// POST <see cref="RotateRequest"/> → 204: the new secret is good from now on, the old one until the new one is first used.
    /// </summary>
    public const string Rotate = "/agent/v1/rotate";

    /// <summary>
    /// POST <see cref="AdoptRequest"/> → <see cref="EnrolReply"/> without a secret: a copy that an administrator made a host of its own
    /// gets its id.
    /// </summary>
    public const string Adopt = "/agent/v1/adopt";

    /// <summary>POST <see cref="HostKeyOffer"/> → 204: a member that has no key registers one. The first one stays.</summary>
    public const string Key = "/agent/v1/key";

    /// <summary>Header of every call of a host that has a key: <see cref="HostProof"/>.</summary>
    public const string ProofHeader = "IwTune-Proof";

    /// <summary>Header of every answer to a host: the nonce for its next proof, valid for some minutes.</summary>
    public const string NonceHeader = "IwTune-Nonce";

    /// <summary>
    /// Header of every call of a host: random, different for each run of the agent, at most 16 characters. It distinguishes two machines
    /// that share an identity.
    /// </summary>
    public const string RunHeader = "IwTune-Run";

    /// <summary>
    /// Header of an answer to a check-in: what the server wants of the agent beside the bundle, separated by commas
    /// (<see cref="AgentWants"/>).
    /// </summary>
    public const string WantsHeader = "IwTune-Wants";

    /// <summary>Scheme of the Authorization header of an enrolled host: <c>IwTune-Host {hostId}.{secret}</c>.</summary>
    public const string HostScheme = "IwTune-Host";
}
