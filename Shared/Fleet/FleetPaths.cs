using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Agents;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Enrolment;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Fleet.Servers;
using IwTune.Shared.Fleet.Webhooks;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet;

/// <summary>The addresses of the fleet's API, written once for the server, <c>iwtune fleet</c> and the tests.</summary>
/// <remarks>
/// Every call carries <c>Authorization: Bearer TOKEN</c> (<c>iwtune-server token create --kind api</c>) or a console session with its
/// antiforgery token. A refusal is a <see cref="FleetProblem"/>; 401 without a valid token, 403 when its scope does not reach, 404 when
/// there is no such thing.
/// </remarks>
public static class FleetPaths
{
    /// <summary>GET → <see cref="WhoAmI"/>: the identity behind the token.</summary>
    public const string WhoAmI = "/api/v1/whoami";

    /// <summary>GET <c>?q=FILTER&amp;after=CURSOR&amp;limit=1..500</c> → <see cref="HostPage"/>.</summary>
    public const string Hosts = "/api/v1/hosts";

    /// <summary>
    /// POST <see cref="LabelHostsRequest"/> → <see cref="LabelHostsReply"/>; 409 when no label would change, or a number must be confirmed.
    /// </summary>
    public const string Labels = "/api/v1/hosts/labels";

    /// <summary>
    /// GET → <see cref="SavedView"/> list: the caller's own and the shared ones, by name. POST <see cref="SavedViewRequest"/> → 201
    /// <see cref="SavedView"/>.
    /// </summary>
    public const string Views = "/api/v1/views";

    /// <summary>GET → <see cref="FleetInbox"/>: what waits for the caller.</summary>
    public const string Inbox = "/api/v1/inbox";

    /// <summary>GET → <see cref="FleetAgents"/>: the agents by version, and the packages that the server offers.</summary>
    public const string Agents = "/api/v1/agents";

    /// <summary>
    /// GET <c>?q=FILTER&amp;rings=RINGS&amp;to=VERSION</c> → <see cref="AgentUpgrade"/>: the order of an upgrade, and how far it is.
    /// </summary>
    public const string AgentUpgrade = "/api/v1/agents/upgrade";

    /// <summary>GET with the same, and <c>&amp;ring=N</c> → <see cref="AgentHost"/> list: the hosts of a ring, or of all.</summary>
    public const string AgentUpgradeHosts = "/api/v1/agents/upgrade/hosts";

    /// <summary>GET <c>?policy=NAME|host=NAME|q=FILTER&amp;days=1..35</c> → <see cref="FleetRecommendations"/>.</summary>
    public const string Recommendations = "/api/v1/recommendations";

    /// <summary>
    /// GET <c>?kind=KIND&amp;q=FILTER&amp;after=CURSOR&amp;limit=1..500</c> → <see cref="StandingPage"/>; a kind is one of
    /// <see cref="StandingKind"/>, in any case.
    /// </summary>
    public const string Standing = "/api/v1/standing";

    /// <summary>
    /// GET <c>?q=FILTER&amp;days=1..35</c> → <see cref="FleetDisturbances"/>: the writers that change windows, summed over hosts.
    /// </summary>
    public const string Disturbances = "/api/v1/standing/disturbances";

    /// <summary>
    /// POST <see cref="HoldRequest"/> → <see cref="HoldReply"/>; 409 when every host of it is held already, or a number must be confirmed.
    /// </summary>
    public const string Holds = "/api/v1/holds";

    /// <summary>
    /// POST <see cref="ReleaseRequest"/> → <see cref="ReleaseReply"/>; 409 when none of its hosts is held, or a number must be confirmed.
    /// </summary>
    public const string Release = "/api/v1/holds/release";

    /// <summary>GET <c>?q=FILTER&amp;by=policy|label:KEY&amp;days=1..35</c> → <see cref="FleetTraffic"/>.</summary>
    public const string Traffic = "/api/v1/traffic";

    /// <summary>
    /// GET → <see cref="PolicySummary"/> list. POST <see cref="PublishRequest"/> → <see cref="PublishReply"/>: 201 for a new revision, 200
    /// when unchanged.
    /// </summary>
    public const string Policies = "/api/v1/policies";

    /// <summary>POST <see cref="PublishRequest"/> → <see cref="ValidateReply"/>: the same checks as publishing, nothing stored.</summary>
    public const string Validate = "/api/v1/policies/validate";

    /// <summary>
    /// POST <see cref="PlanRequest"/> → <see cref="PlanReply"/>: what a directory of policies would change; nothing is stored.
    /// </summary>
    public const string PolicyPlan = "/api/v1/policies/plan";

    /// <summary>
    /// POST <see cref="ApplyRequest"/> → <see cref="ApplyReply"/>: a plan in one transaction; 409 when the server has moved on since.
    /// </summary>
    public const string PolicyApply = "/api/v1/policies/apply";

    /// <summary>
    /// POST <see cref="ImpactRequest"/> <c>?after=CURSOR&amp;limit=1..500</c> → <see cref="ImpactPage"/>; nothing is stored.
    /// </summary>
    public const string Impact = "/api/v1/impact";

    /// <summary>POST <see cref="ImpactRequest"/> → CSV of every affected host, a line a target.</summary>
    public const string ImpactCsv = "/api/v1/impact/csv";

    /// <summary>
    /// GET → <see cref="AssignmentSummary"/> list. POST <see cref="AssignRequest"/> → 201 <see cref="AssignmentSummary"/>.
    /// </summary>
    public const string Assignments = "/api/v1/assignments";

    /// <summary>
    /// GET <c>?policy=NAME&amp;active=true</c> → <see cref="RolloutSummary"/> list, newest first. POST <see cref="RolloutRequest"/> → 201
    /// <see cref="RolloutDetail"/>.
    /// </summary>
    public const string Rollouts = "/api/v1/rollouts";

    /// <summary>POST <see cref="RolloutRequest"/> → <see cref="RolloutDetail"/>: the plan as it would be, nothing stored.</summary>
    public const string RolloutPlan = "/api/v1/rollouts/plan";

    /// <summary>
    /// GET → <see cref="Freeze"/> list, not ended. POST <see cref="FreezeRequest"/> → 201 <see cref="Fleet.Rollouts.Freeze"/>.
    /// </summary>
    public const string Freezes = "/api/v1/freezes";

    /// <summary>
    /// GET <c>?all=true</c> → <see cref="ExceptionSummary"/> list, the newest first. POST <see cref="ExceptionRequest"/> → 201
    /// <see cref="ExceptionSummary"/>.
    /// </summary>
    public const string Exceptions = "/api/v1/exceptions";

    /// <summary>GET → <see cref="TokenSummary"/> list. POST <see cref="CreateTokenRequest"/> → 201 <see cref="CreatedToken"/>.</summary>
    public const string Tokens = "/api/v1/tokens";

    /// <summary>GET → <see cref="UserSummary"/> list. POST <see cref="CreateUserRequest"/> → 201 <see cref="CreatedUser"/>.</summary>
    public const string Users = "/api/v1/users";

    /// <summary>
    /// GET → <see cref="CaptureSummary"/> list, newest first. POST <see cref="Capture"/> → 201 <see cref="CaptureSummary"/>.
    /// </summary>
    public const string Captures = "/api/v1/captures";

    /// <summary>
    /// GET → <see cref="SurveySummary"/> list, newest first. POST <see cref="Wire.Survey"/> → 201 <see cref="SurveySummary"/>.
    /// </summary>
    public const string Surveys = "/api/v1/surveys";

    /// <summary>GET → <see cref="SurveyedHost"/> list, by name: the latest reading of each service of all surveys.</summary>
    public const string SurveyedHosts = "/api/v1/surveys/hosts";

    /// <summary>GET <c>?canaries=FILTER&amp;matched=FILTER&amp;on=DAY&amp;days=1..14</c> → <see cref="FleetCanary"/>.</summary>
    public const string Canary = "/api/v1/canary";

    /// <summary>
    /// GET → <see cref="RetentionStatus"/> with an ETag. PUT <see cref="RetentionRequest"/> → <see cref="RetentionStatus"/>; 412 when
    /// <c>If-Match</c> does not hold.
    /// </summary>
    public const string Retention = "/api/v1/retention";

    /// <summary>
    /// GET → <see cref="Fleet.Audit.LegalHold"/> list, newest first. POST <see cref="LegalHoldRequest"/> → 201
    /// <see cref="Fleet.Audit.LegalHold"/>.
    /// </summary>
    public const string LegalHolds = "/api/v1/legal-holds";

    /// <summary>GET <c>?by=LABEL</c> → <see cref="FleetPairs"/>; without it by <c>site</c>.</summary>
    public const string Pairs = "/api/v1/pairs";

    /// <summary>GET <c>?actor=&amp;action=&amp;subject=&amp;q=TEXT&amp;host=&amp;since=&amp;until=&amp;before=NUMBER&amp;limit=1..500</c> →
    /// <see cref="AuditPage"/>, newest first. actor, action and subject may end in <c>*</c>.</summary>
    public const string Audit = "/api/v1/audit";

    /// <summary>GET → <see cref="AuditVerification"/>: the whole hash chain, computed again.</summary>
    public const string AuditVerify = "/api/v1/audit/verify";

    /// <summary>
    /// GET <c>?asOf=INSTANT&amp;q=FILTER&amp;by=policy|os|LABEL&amp;after=CURSOR&amp;limit=1..500</c> → <see cref="FleetCompliance"/>.
    /// </summary>
    public const string Compliance = "/api/v1/compliance";

    /// <summary>GET <c>?from=INSTANT&amp;to=INSTANT&amp;q=FILTER&amp;points=2..200</c> → <see cref="ComplianceTrend"/>.</summary>
    public const string ComplianceTrend = "/api/v1/compliance/trend";

    /// <summary>POST <see cref="ExportRequest"/> → a zip, as docs/compliance.md describes it.</summary>
    public const string ComplianceExport = "/api/v1/compliance/export";

    /// <summary>
    /// GET <c>?before=CURSOR&amp;limit=1..500</c> → <see cref="ComplianceHistory"/>; by id, or by name when only one host has it.
    /// </summary>
    public static string ComplianceHost(string idOrName) => $"{Compliance}/hosts/{Uri.EscapeDataString(idOrName)}";

    /// <summary>
    /// GET <c>?day=2026-11-14&amp;zone=ZONE</c> → <see cref="HostDay"/>: one host on one day; without a zone a day of UTC.
    /// </summary>
    public static string ComplianceHostDay(string idOrName) => $"{ComplianceHost(idOrName)}/day";

    /// <summary>GET → <see cref="FleetKeys"/>: keys that bundles are signed with, and CAs.</summary>
    public const string Keys = "/api/v1/keys";

    /// <summary>GET → <see cref="FleetServers"/>: the servers that share the store.</summary>
    public const string Servers = "/api/v1/servers";

    /// <summary>GET → <see cref="AuditStanding"/>: how far the log is signed and copied.</summary>
    public const string AuditStanding = "/api/v1/audit/standing";

    /// <summary>GET <c>?after=NUMBER</c> → the log as lines of <see cref="AuditLine"/> (<c>application/x-ndjson</c>), with its checkpoints:
    /// a copy that
    /// <c>iwtune-server verify-audit --file</c> verifies without the server. That it was read is an entry of the log.</summary>
    public const string AuditExport = "/api/v1/audit/export";

    /// <summary>GET → <see cref="WebhookSummary"/> list. POST <see cref="WebhookRequest"/> → 201 <see cref="CreatedWebhook"/>.</summary>
    public const string Webhooks = "/api/v1/webhooks";

    /// <summary>GET → <see cref="WebhookSummary"/>. DELETE → 204: sends it no more events and drops those that wait.</summary>
    public static string Webhook(string id) => $"{Webhooks}/{Uri.EscapeDataString(id)}";

    /// <summary>POST → <see cref="WebhookTrial"/>: one message of type <c>test</c>, sent at once.</summary>
    public static string WebhookTest(string id) => $"{Webhook(id)}/test";

    /// <summary>POST → <see cref="CreatedWebhook"/>: a new secret; the previous one stays valid for a day.</summary>
    public static string WebhookRotate(string id) => $"{Webhook(id)}/rotate";

    /// <summary>POST → <see cref="WebhookSummary"/>: sends events again after 410 Gone, and tries now those that wait.</summary>
    public static string WebhookResume(string id) => $"{Webhook(id)}/resume";

    /// <summary>
    /// GET <c>?state=waiting|delivered|dead&amp;before=CURSOR&amp;limit=1..500</c> → <see cref="WebhookDeliveryPage"/>, newest first.
    /// </summary>
    public static string WebhookDeliveries(string id) => $"{Webhook(id)}/deliveries";

    /// <summary>POST <see cref="RedeliverRequest"/> → <see cref="RedeliverReply"/>: deliveries that were abandoned wait again.</summary>
    public static string WebhookRedeliver(string id) => $"{Webhook(id)}/redeliver";

    /// <summary>
    /// GET → <see cref="SavedView"/> with an ETag. PUT <see cref="SavedViewRequest"/> → <see cref="SavedView"/>; 412 when <c>If-Match</c>
    /// does not hold. DELETE → 204.
    /// </summary>
    public static string View(string id) => $"{Views}/{Uri.EscapeDataString(id)}";

    /// <summary>GET → <see cref="HostDetail"/>; by id, or by name when only one host has it.</summary>
    public static string Host(string idOrName) => $"{Hosts}/{Uri.EscapeDataString(idOrName)}";

    /// <summary>GET <c>?days=1..35</c> → <see cref="HostTraffic"/>.</summary>
    public static string HostTraffic(string idOrName) => $"{Host(idOrName)}/traffic";

    /// <summary>GET <c>?days=1..35</c> → <see cref="Fleet.Hosts.HostDisturbances"/>: the writers that change the host's windows.</summary>
    public static string HostDisturbances(string idOrName) => $"{Host(idOrName)}/disturbances";

    /// <summary>GET → <see cref="Fleet.Hosts.HostLabels"/>; PUT <see cref="LabelsRequest"/> → <see cref="HostSummary"/>.</summary>
    public static string HostLabels(string idOrName) => $"{Host(idOrName)}/labels";

    /// <summary>POST <see cref="ReasonRequest"/> → 204: the host's secret is void, its history stays.</summary>
    public static string HostRetire(string idOrName) => $"{Host(idOrName)}/retire";

    /// <summary>
    /// GET <c>?all=true&amp;after=CURSOR&amp;limit=1..500</c> → <see cref="PendingPage"/>: hosts that wait to be approved; with <c>all</c>
    /// also refused and lapsed ones.
    /// </summary>
    public const string Pending = "/api/v1/enrolment/pending";

    /// <summary>POST <see cref="PendingDecision"/> → <see cref="HostsDecided"/>.</summary>
    public const string Approve = "/api/v1/enrolment/approve";

    /// <summary>POST <see cref="PendingDecision"/> → <see cref="HostsDecided"/>.</summary>
    public const string Refuse = "/api/v1/enrolment/refuse";

    /// <summary>GET → <see cref="UnknownCaller"/> list: hosts that call and that this server has no record of, the latest first.</summary>
    public const string UnknownCallers = "/api/v1/enrolment/unknown";

    /// <summary>
    /// POST <see cref="RotateHostsRequest"/> → <see cref="HostsDecided"/>: the hosts make new secrets with their next check-ins.
    /// </summary>
    public const string RotateHosts = "/api/v1/enrolment/rotate";

    /// <summary>
    /// GET <c>?all=true&amp;after=CURSOR&amp;limit=1..500</c> → <see cref="ClonePage"/>: machines that share an identity; with <c>all</c>
    /// also settled cases.
    /// </summary>
    public const string Clones = "/api/v1/enrolment/clones";

    /// <summary>POST <see cref="ReasonRequest"/> → <see cref="CloneCase"/>: the quarantined machine becomes a host of its own.</summary>
    public static string CloneAdopt(string id) => $"{Clones}/{Uri.EscapeDataString(id)}/adopt";

    /// <summary>
    /// POST <see cref="ReasonRequest"/> → <see cref="CloneCase"/>: the quarantined machine keeps the identity, and the other is quarantined
    /// in its place.
    /// </summary>
    public static string CloneRekey(string id) => $"{Clones}/{Uri.EscapeDataString(id)}/rekey";

    /// <summary>POST <see cref="ReasonRequest"/> → <see cref="CloneCase"/>: the quarantined machine is gone.</summary>
    public static string CloneClose(string id) => $"{Clones}/{Uri.EscapeDataString(id)}/close";

    /// <summary>GET → <see cref="TokenUse"/> list, the latest first: hosts that enrolled with it.</summary>
    public static string TokenUses(string id) => $"{Token(id)}/hosts";

    /// <summary>GET → <see cref="PolicyDetail"/> with every revision, newest first.</summary>
    public static string Policy(string name) => $"{Policies}/{Uri.EscapeDataString(name)}";

    /// <summary>GET → <see cref="RevisionDetail"/> with the document, unchanged.</summary>
    public static string Revision(string name, int number) => $"{Policy(name)}/revisions/{number}";

    /// <summary>GET <c>?from=N&amp;to=M</c> → <see cref="PolicyDiff"/>.</summary>
    public static string Diff(string name, int from, int to) => $"{Policy(name)}/diff?from={from}&to={to}";

    /// <summary>POST <see cref="RollbackRequest"/> → <see cref="PublishReply"/>: a new, higher revision with the old content.</summary>
    public static string Rollback(string name) => $"{Policy(name)}/rollback";

    /// <summary>POST <see cref="RemovePolicyRequest"/> → 204: its assignments end, its revisions stay.</summary>
    public static string RemovePolicy(string name) => $"{Policy(name)}/remove";

    /// <summary>DELETE <c>?reason=TEXT</c> → 204: its hosts are judged again.</summary>
    public static string Exception(string id) => $"{Exceptions}/{Uri.EscapeDataString(id)}";

    /// <summary>POST <see cref="ReasonRequest"/> → <see cref="ExceptionSummary"/>: by another person than its author.</summary>
    public static string ExceptionApproval(string id) => $"{Exception(id)}/approve";

    /// <summary>DELETE <c>?confirm=N&amp;reason=TEXT</c> → 204; <c>confirm</c> as in <see cref="AssignRequest.Confirm"/>.</summary>
    public static string Assignment(string id) => $"{Assignments}/{Uri.EscapeDataString(id)}";

    /// <summary>GET → <see cref="RolloutDetail"/>.</summary>
    public static string Rollout(string id) => $"{Rollouts}/{Uri.EscapeDataString(id)}";

    /// <summary>GET <c>?ring=N&amp;state=NAME&amp;after=CURSOR&amp;limit=1..500</c> → <see cref="RolloutHostPage"/>.</summary>
    public static string RolloutHosts(string id) => $"{Rollout(id)}/hosts";

    /// <summary>GET <c>?ring=N</c> → <see cref="RingEvidence"/>.</summary>
    public static string RolloutEvidence(string id) => $"{Rollout(id)}/evidence";

    /// <summary>POST <see cref="ApproveRequest"/> → <see cref="RolloutDetail"/>.</summary>
    public static string RolloutApprove(string id) => $"{Rollout(id)}/approve";

    /// <summary>POST <see cref="RolloutCommand"/> → <see cref="RolloutDetail"/>.</summary>
    public static string RolloutCommand(string id) => $"{Rollout(id)}/command";

    /// <summary>DELETE <c>?reason=TEXT</c> → 204: the freeze is over.</summary>
    public static string Freeze(string id) => $"{Freezes}/{Uri.EscapeDataString(id)}";

    /// <summary>The same with its question.</summary>
    public static string CanaryOf(string canaries, string matched, string on, int? days) =>
        $"{Canary}?canaries={Uri.EscapeDataString(canaries)}&matched={Uri.EscapeDataString(matched)}&on={Uri.EscapeDataString(on)}"
        + $"{(days is { } span ? $"&days={span}" : "")}";

    /// <summary>GET → <see cref="Wire.Survey"/>. DELETE → 204.</summary>
    public static string Survey(string id) => $"{Surveys}/{Uri.EscapeDataString(id)}";

    /// <summary>GET → <see cref="Wire.Capture"/>, unchanged. DELETE → 204.</summary>
    public static string Capture(string id) => $"{Captures}/{Uri.EscapeDataString(id)}";

    /// <summary>GET → <see cref="UserSummary"/>. DELETE <c>?reason=TEXT</c> → 204: the account, its sessions and tokens are gone.</summary>
    public static string User(string name) => $"{Users}/{Uri.EscapeDataString(name)}";

    /// <summary>PUT <see cref="GrantsRequest"/> → <see cref="UserSummary"/>.</summary>
    public static string UserGrants(string name) => $"{User(name)}/grants";

    /// <summary>POST <see cref="ReasonRequest"/> → <see cref="UserSummary"/>: sessions end, personal tokens rest.</summary>
    public static string UserLock(string name) => $"{User(name)}/lock";

    /// <summary>POST → 204: every lock is lifted.</summary>
    public static string UserUnlock(string name) => $"{User(name)}/unlock";

    /// <summary>DELETE → <see cref="SessionsEnded"/>: every session ends.</summary>
    public static string UserSessions(string name) => $"{User(name)}/sessions";

    /// <summary>DELETE <c>?reason=TEXT</c> → 204: all second factors of the user are gone.</summary>
    public static string UserSecondFactor(string name) => $"{User(name)}/second-factor";

    /// <summary>POST <see cref="ReasonRequest"/> → <see cref="CreatedUser"/> with a new password.</summary>
    public static string UserReset(string name) => $"{User(name)}/reset";

    /// <summary>POST <see cref="RotateTokenRequest"/> → 201 <see cref="CreatedToken"/>: a successor, both valid for the overlap.</summary>
    public static string TokenRotate(string id) => $"{Token(id)}/rotate";

    /// <summary>DELETE <c>?reason=TEXT</c> → 204: it is lifted.</summary>
    public static string LegalHold(string id) => $"{LegalHolds}/{Uri.EscapeDataString(id)}";

    /// <summary>DELETE → 204: the token is void.</summary>
    public static string Token(string id) => $"{Tokens}/{Uri.EscapeDataString(id)}";
}
