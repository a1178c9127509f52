using System.Net;
using IwTune.Server.Features.Audit.Sinks;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Features.Retention;
using IwTune.Server.Features.Users;
using IwTune.Server.Features.Webhooks.Delivery;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Hosting.Windows;
using IwTune.Server.Storage;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Hosting;

/// <summary>How a server runs. Made from the command line; <see cref="Validate"/> names the option that is wrong.</summary>
public sealed record ServerOptions
{
    /// <summary><c>--data</c>: where everything durable lives.</summary>
    public required string Data { get; init; }

    /// <summary>
    /// <c>--database</c>: the PostgreSQL database of the store; <see langword="null"/> for a file in <see cref="Data"/>. May hold a
    /// password.
    /// </summary>
    public string? Database { get; init; }

    /// <summary><c>--database-password-file</c>: where the password for it is, when the address has none.</summary>
    public string? DatabasePasswordFile { get; init; }

    /// <summary>
    /// <c>--database-replica</c>: a standby of <see cref="Database"/> for long readings; <see langword="null"/> for none. May hold a
    /// password.
    /// </summary>
    public string? DatabaseReplica { get; init; }

    /// <summary><c>--database-replica-password-file</c>: where the password for it is, when the address has none.</summary>
    public string? DatabaseReplicaPasswordFile { get; init; }

    /// <summary><c>--key-file</c>: closes the keys in the data directory, and those that several servers share in their database.</summary>
    public string? KeyFile { get; init; }

    /// <summary><c>--former-key-file</c>: what the file that <see cref="KeyFile"/> replaces closed is opened with it.</summary>
    public string? FormerKeyFile { get; init; }

    /// <summary><c>--token-module</c>: the PKCS #11 library of the token that has private keys; <see langword="null"/> for none.</summary>
    public string? TokenModule { get; init; }

    /// <summary><c>--token-pin-file</c>: a file whose first line is the token's PIN.</summary>
    public string? TokenPinFile { get; init; }

    /// <summary><c>--proxy</c>: networks of proxies that are trusted to name a caller's address.</summary>
    public IReadOnlyList<string> Proxies { get; init; } = [];

    /// <summary><c>--monitor-from</c>: networks from which metrics and the steps of readiness may be read without a token.</summary>
    public IReadOnlyList<string> MonitorFrom { get; init; } = [];

    /// <summary><c>--listen</c>: HOST:PORT; port 0 takes a free one.</summary>
    public string Listen { get; init; } = "127.0.0.1:7443";

    /// <summary><c>--name</c>: further names and addresses people and agents reach the server by.</summary>
    public IReadOnlyList<string> Names { get; init; } = [];

    /// <summary>
    /// <c>--certificate-store</c>: the thumbprint of a certificate of Windows' machine store for browsers; <see langword="null"/> for none.
    /// </summary>
    public string? CertificateStore { get; init; }

    /// <summary><c>--bundle-life</c>: how long a signed bundle may be accepted; renewed at half of it.</summary>
    public TimeSpan BundleLife { get; init; } = TimeSpan.FromDays(7);

    /// <summary><c>--poll</c>: how long a check-in may be held open.</summary>
    public TimeSpan PollLimit { get; init; } = TimeSpan.FromSeconds(55);

    /// <summary><c>--stale-after</c>: a host that is silent for longer is stale.</summary>
    public TimeSpan StaleAfter { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary><c>--max-waiting</c>: concurrent held check-ins; beyond it hosts are sent away with a time to retry.</summary>
    public int MaxWaiting { get; init; } = 100_000;

    /// <summary><c>--budget</c>: concurrent calls of a kind, NAME=CALLS; the others are sized by the machine.</summary>
    public IReadOnlyList<string> Budget { get; init; } = [];

    /// <summary>Concurrent calls of each kind; valid after <see cref="Validate"/> found nothing.</summary>
    public BudgetSizes Budgets => BudgetSizes.Here().With(Budget, out _) ?? BudgetSizes.Here();

    /// <summary>
    /// <c>--enrolments</c>: hosts that may enrol per second, four times that at once; the rest are sent away with a time to retry.
    /// </summary>
    public int EnrolmentsPerSecond { get; init; } = 100;

    /// <summary>
    /// <c>--calls</c>: calls a second by one person or service token, ten times that at once; the rest are sent away with a time to retry.
    /// </summary>
    public int CallsPerSecond { get; init; } = 100;

    /// <summary><c>--approve-hosts</c>: every enrolling host waits until an administrator approves it, whatever its token says.</summary>
    public bool ApproveHosts { get; init; }

    /// <summary><c>--approve-within</c>: a host that was not approved within this time must enrol again.</summary>
    public TimeSpan ApprovalWait { get; init; } = TimeSpan.FromDays(7);

    /// <summary><c>--require-host-keys</c>: hosts whose agent makes no key cannot enrol.</summary>
    public bool RequireHostKeys { get; init; }

    /// <summary><c>--host-secret-life</c>: a host makes a new secret when its own is this old.</summary>
    public TimeSpan HostSecretLife { get; init; } = TimeSpan.FromDays(90);

    /// <summary><c>--approvals</c>: people other than its author who must approve a rollout; 0 for none.</summary>
    public int Approvals { get; init; } = 1;

    /// <summary><c>--rollouts required</c>: a revision reaches hosts through a rollout only.</summary>
    public bool RolloutsRequired { get; init; }

    /// <summary>These two options in words, for people.</summary>
    public string RolloutsTold =>
        (
            Approvals switch
            {
                0 => "none required (--approvals 0): one person can start a rollout alone",
                1 => "one person other than its author approves each",
                _ => $"{Approvals} people other than its author approve each",
            }
        ) + (RolloutsRequired ? "; no revision reaches hosts without one" : "; a revision may reach hosts without one");

    /// <summary><c>--audit-entries</c>: a checkpoint of the audit log is signed after so many entries.</summary>
    public int CheckpointEntries { get; init; } = 100;

    /// <summary><c>--audit-within</c>: and at the latest this long after an entry.</summary>
    public TimeSpan CheckpointAge { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary><c>--audit-file</c>: files that get a copy of the audit log.</summary>
    public IReadOnlyList<string> AuditFiles { get; init; } = [];

    /// <summary><c>--audit-webhook</c>: addresses that receive every entry.</summary>
    public IReadOnlyList<string> AuditWebhooks { get; init; } = [];

    /// <summary><c>--syslog</c>: collectors that get the audit log as RFC 5424 messages with CEF.</summary>
    public IReadOnlyList<string> Syslog { get; init; } = [];

    /// <summary><c>--syslog-ca</c>: the CA of a collector over TLS, PEM; empty for the system's own.</summary>
    public string SyslogCa { get; init; } = "";

    /// <summary><c>--standards</c>: files that map controls to the clauses of other standards.</summary>
    public IReadOnlyList<string> Standards { get; init; } = [];

    /// <summary><c>--chromium</c>: the program that prints reports; empty for the first one on the PATH.</summary>
    public string Chromium { get; init; } = "";

    /// <summary>How long printing a report may take.</summary>
    public TimeSpan PrintLimit { get; init; } = TimeSpan.FromMinutes(2);

    /// <summary>The controls with the clauses of all standards; valid after <see cref="Validate"/> found nothing.</summary>
    internal ControlCatalog Catalog => ControlCatalog.Of([.. StandardMapping.BuiltIn, .. StandardFiles.Read(Standards, [])]);

    /// <summary><c>--export-folder</c>: where schedules may write their exports; <see langword="null"/> for nowhere.</summary>
    public string? ExportFolder { get; init; }

    /// <summary><c>--timestamp</c>: the time-stamping authority for runs (RFC 3161); <see langword="null"/> for none.</summary>
    public string? Timestamp { get; init; }

    /// <summary><c>--timestamp-ca</c>: the CA of its certificate, PEM; empty for the system's own.</summary>
    public string TimestampCa { get; init; } = "";

    /// <summary><c>--smtp</c>: the mail server that takes compliance runs; <see langword="null"/> for none.</summary>
    public MailSettings? Mail { get; init; }

    /// <summary><c>--webhook-network</c>: private networks that webhooks may reach; without it only public addresses.</summary>
    public IReadOnlyList<IPNetwork> WebhookNetworks { get; init; } = [];

    /// <summary><c>--webhook-destination</c>: hosts and ports that webhooks may name; without it every one.</summary>
    public IReadOnlyList<WebhookDestination> WebhookDestinations { get; init; } = [];

    /// <summary><c>--otlp</c>: where metrics and traces are sent; empty for nowhere, or as OTEL_EXPORTER_OTLP_ENDPOINT has it.</summary>
    public string Otlp { get; init; } = "";

    /// <summary><c>--otlp-protocol grpc</c>; otherwise HTTP with protobuf.</summary>
    public bool OtlpGrpc { get; init; }

    /// <summary><c>--trace-share</c>: of calls that no caller traces already, this share is traced.</summary>
    public double TraceShare { get; init; } = 0.01;

    /// <summary>How hard deliveries are tried.</summary>
    public DeliveryRules WebhookDelivery { get; init; } = new();

    /// <summary><c>--oidc-…</c>: the provider people sign in at; <see langword="null"/> for local accounts alone.</summary>
    public OidcSettings? Oidc { get; init; }

    /// <summary><c>--local-sign-in</c>: who may sign in with name and password.</summary>
    public LocalSignIn LocalSignIn { get; init; } = LocalSignIn.On;

    /// <summary><c>--first-administrator</c>: name of the account that the first start makes.</summary>
    public string FirstAdministrator { get; init; } = AddUser.FirstName;

    /// <summary><c>--require-second-factor</c>: roles whose local accounts need one.</summary>
    public IReadOnlyList<Role> SecondFactorRoles { get; init; } = [];

    /// <summary>What is wrong with <c>--require-second-factor</c>.</summary>
    public IReadOnlyList<string> SecondFactorProblems { get; init; } = [];

    /// <summary><c>--refused-passwords</c>: files of passwords that others know; new passwords must not be in them.</summary>
    public IReadOnlyList<string> RefusedPasswords { get; init; } = [];

    /// <summary><c>--session-life</c>: how long after signing in a person has to do so again.</summary>
    public TimeSpan SessionLife { get; init; } = TimeSpan.FromHours(12);

    /// <summary>
    /// <c>--session-idle</c>: a session whose person does nothing for so long ends. Not shorter than <see cref="SessionLife"/> has no
    /// effect.
    /// </summary>
    public TimeSpan SessionIdle { get; init; } = TimeSpan.FromHours(1);

    /// <summary>
    /// <c>--session-refresh</c>: how often the server asks the provider whether a session's person and groups are still the same.
    /// </summary>
    public TimeSpan SessionRefresh { get; init; } = TimeSpan.FromMinutes(15);

    /// <summary><c>--packages</c>: packages of agents, served to package managers; <see langword="null"/> for none.</summary>
    public string? Packages { get; init; }

    /// <summary><c>--retain</c>: retention periods, while none are set at the server; empty forever.</summary>
    public string Retain { get; init; } = "";

    /// <summary>The address of <see cref="Listen"/>; valid after <see cref="Validate"/> found nothing.</summary>
    public IPEndPoint Endpoint =>
        IPEndPoint.TryParse(Listen.Replace("localhost:", "127.0.0.1:", StringComparison.Ordinal), out var parsed)
            ? parsed
            : new(IPAddress.Loopback, 0);

    /// <summary>Where the store is; valid after <see cref="Validate"/> found nothing.</summary>
    /// <param name="directory">The data directory, opened.</param>
    public StorePlace StoreIn(string directory) => StoreIn(directory, []);

    /// <summary>Everything that is wrong, each sentence naming its option; empty when the server can start.</summary>
    public IReadOnlyList<string> Validate()
    {
        var problems = new List<string>();
        if (string.IsNullOrWhiteSpace(Data))
            problems.Add("--data: a directory is required, such as /var/lib/iwtune-server");
        StoreIn(Data, problems);
        var host = Listen.Replace("localhost:", "127.0.0.1:", StringComparison.Ordinal);
        if (!host.Contains(':', StringComparison.Ordinal) || !IPEndPoint.TryParse(host, out _))
            problems.Add($"--listen: '{Listen}' is not ADDRESS:PORT, such as 0.0.0.0:7443 or [::]:7443; names go to --name");
        foreach (var name in Names)
            if (Uri.CheckHostName(name) == UriHostNameType.Unknown)
                problems.Add($"--name: '{name}' is neither a DNS name nor an address");
        if (CertificateStore is { } thumbprint && StoreCertificate.Problem(thumbprint, OperatingSystem.IsWindows()) is { } unusable)
            problems.Add(unusable);
        Networks("--proxy", Proxies, problems);
        Networks("--monitor-from", MonitorFrom, problems);
        Range("--bundle-life", BundleLife, TimeSpan.FromMinutes(1), TimeSpan.FromDays(90), problems);
        Range("--poll", PollLimit, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(300), problems);
        Range("--stale-after", StaleAfter, TimeSpan.FromSeconds(1), TimeSpan.FromDays(30), problems);
        if (StaleAfter <= PollLimit)
            problems.Add(
                $"--stale-after: {StaleAfter.TotalSeconds:0} s is not longer than --poll ({PollLimit.TotalSeconds:0} s), for which a host "
                    + "waits in silence: it would be stale each time"
            );
        if (MaxWaiting is < 1 or > 1_000_000)
            problems.Add($"--max-waiting: {MaxWaiting} is outside 1..1000000");
        if (BudgetSizes.Here().With(Budget, out var budget) is null)
            problems.Add($"--budget: {budget}");
        if (EnrolmentsPerSecond is < 1 or > 10_000)
            problems.Add($"--enrolments: {EnrolmentsPerSecond} is outside 1..10000");
        if (CallsPerSecond is < 1 or > 10_000)
            problems.Add($"--calls: {CallsPerSecond} is outside 1..10000");
        Range("--approve-within", ApprovalWait, TimeSpan.FromMinutes(1), TimeSpan.FromDays(90), problems);
        Range("--host-secret-life", HostSecretLife, TimeSpan.FromMinutes(10), TimeSpan.FromDays(3650), problems);
        if (Approvals is < 0 or > 5)
            problems.Add($"--approvals: {Approvals} is outside 0..5");
        if (CheckpointEntries is < 1 or > 100_000)
            problems.Add($"--audit-entries: {CheckpointEntries} is outside 1..100000");
        Range("--audit-within", CheckpointAge, TimeSpan.FromSeconds(1), TimeSpan.FromDays(1), problems);
        problems.AddRange(
            Syslog
                .Where(address =>
                    !Uri.TryCreate(address, UriKind.Absolute, out var uri)
                    || uri.Scheme is not ("udp" or "tcp" or "tls")
                    || uri.Host.Length == 0
                    || uri.Port is < 1
                )
                .Select(address => $"--syslog: '{address}' is not udp://HOST:PORT, tcp://HOST:PORT or tls://HOST:PORT")
        );
        if (Packages is { } packages && !Directory.Exists(packages))
            problems.Add($"--packages: there is no directory {packages}");
        StandardFiles.Read(Standards, problems);
        if (ExportFolder is { } folder && !Directory.Exists(folder))
            problems.Add($"--export-folder: {folder} is not a folder; make it, writable for the server's account");
        problems.AddRange(Mail?.Problems() ?? []);
        if (Timestamp is { } stamps && (!Uri.TryCreate(stamps, UriKind.Absolute, out var at) || at.Scheme is not ("http" or "https")))
            problems.Add($"--timestamp: '{stamps}' is not http:// or https:// with a host");
        if (TimestampCa.Length > 0 && !File.Exists(TimestampCa))
            problems.Add($"--timestamp-ca: there is no file {TimestampCa}");
        if (Chromium.Length > 0 && !File.Exists(Chromium))
            problems.Add($"--chromium: there is no file {Chromium}");
        if (SyslogCa.Length > 0 && !File.Exists(SyslogCa))
            problems.Add($"--syslog-ca: there is no file {SyslogCa}");
        if (
            Otlp.Length > 0
            && (!Uri.TryCreate(Otlp, UriKind.Absolute, out var otlp) || otlp.Scheme is not ("http" or "https") || otlp.UserInfo.Length > 0)
        )
            problems.Add(
                $"--otlp: '{Otlp}' is not http:// or https:// with a host, such as http://127.0.0.1:4318; a password goes into "
                    + "OTEL_EXPORTER_OTLP_HEADERS"
            );
        if (TraceShare is not (>= 0 and <= 1))
            problems.Add($"--trace-share: {TraceShare} is outside 0..1");
        problems.AddRange(RetentionText.Parse(Retain).Problems.Select(problem => $"--retain: {problem}"));
        problems.AddRange(AuditFiles.Select(FileSink.Problem).OfType<string>().Select(problem => $"--audit-file: {problem}"));
        problems.AddRange(
            AuditWebhooks
                .Where(address => !IsPrivateAddress(address))
                .Select(address =>
                    $"--audit-webhook: '{address}' is neither https://… nor an address of this machine: the log must not travel in the "
                    + "clear"
                )
        );
        problems.AddRange(SignInProblems());
        return problems;
    }

    private StorePlace StoreIn(string directory, ICollection<string> problems) =>
        StorePlace.Read(directory, Database, DatabasePasswordFile, DatabaseReplica, DatabaseReplicaPasswordFile, problems);

    private List<string> SignInProblems()
    {
        var problems = new List<string>(Oidc?.Problems() ?? []);
        if (LocalSignIn == LocalSignIn.Off && Oidc is null)
            problems.Add("--local-sign-in: off needs a provider (--oidc-issuer); otherwise no one could sign in");
        if (AddUser.Problem(FirstAdministrator) is { } unusable)
            problems.Add($"--first-administrator: {unusable}");
        problems.AddRange(SecondFactorProblems);
        problems.AddRange(Features.Identity.RefusedPasswords.Problems(RefusedPasswords));
        Range("--session-life", SessionLife, TimeSpan.FromMinutes(5), TimeSpan.FromDays(30), problems);
        Range("--session-idle", SessionIdle, TimeSpan.FromMinutes(5), TimeSpan.FromDays(30), problems);
        Range("--session-refresh", SessionRefresh, TimeSpan.FromSeconds(10), TimeSpan.FromDays(1), problems);
        return problems;
    }

    private static bool IsPrivateAddress(string address) =>
        Uri.TryCreate(address, UriKind.Absolute, out var uri)
        && (uri.Scheme == Uri.UriSchemeHttps || (uri.Scheme == Uri.UriSchemeHttp && uri.IsLoopback));

    private static void Networks(string option, IReadOnlyList<string> networks, List<string> problems) =>
        problems.AddRange(
            from network in networks
            let problem = Features.Tokens.Networks.Problem(Hosting.Proxies.Whole(network))
            where problem is not null
            select network.Contains('/', StringComparison.Ordinal)
                ? $"{option}: {problem}"
                : $"{option}: '{network}' is neither an address nor a network, such as 10.0.0.5 or 10.0.0.0/24"
        );

    private static void Range(string key, TimeSpan value, TimeSpan least, TimeSpan most, List<string> problems)
    {
        if (value < least || value > most)
            problems.Add($"{key}: {value.TotalSeconds} s is outside {least.TotalSeconds}..{most.TotalSeconds} s");
    }
}
