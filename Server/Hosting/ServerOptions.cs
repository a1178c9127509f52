using System.Net;

namespace IwTune.Server.Hosting;

/// <summary>How a server runs. Made from the command line; <see cref="Validate"/> names the option that is wrong.</summary>
public sealed record ServerOptions
{
    /// <summary><c>--data</c>: where everything durable lives.</summary>
    public required string Data { get; init; }

    /// <summary><c>--listen</c>: HOST:PORT; port 0 takes a free one.</summary>
    public string Listen { get; init; } = "127.0.0.1:7443";

    /// <summary><c>--name</c>: further names and addresses people and agents reach the server by.</summary>
    public IReadOnlyList<string> Names { get; init; } = [];

    /// <summary><c>--bundle-life</c>: how long a signed bundle may be accepted; renewed at half of it.</summary>
    public TimeSpan BundleLife { get; init; } = TimeSpan.FromDays(7);

    /// <summary><c>--poll</c>: how long a check-in may be held open.</summary>
    public TimeSpan PollLimit { get; init; } = TimeSpan.FromSeconds(55);

    /// <summary><c>--stale-after</c>: a host that was not heard of for longer is stale.</summary>
    public TimeSpan StaleAfter { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary><c>--max-waiting</c>: check-ins held open at a time; beyond it hosts are told to come back later.</summary>
    public int MaxWaiting { get; init; } = 100_000;

    /// <summary><c>--enrolments</c>: hosts that may join a second, four times that at once; the rest are told to come back.</summary>
    public int EnrolmentsPerSecond { get; init; } = 100;

    /// <summary><c>--approvals</c>: people other than its author who must approve a rollout; 0 for none.</summary>
    public int Approvals { get; init; } = 1;

    /// <summary><c>--rollouts required</c>: nothing is released to hosts but through a rollout.</summary>
    public bool RolloutsRequired { get; init; }

    /// <summary>What these two come to, for people.</summary>
    public string RolloutsTold => (Approvals switch
    {
        0 => "nobody has to approve one (--approvals 0): what one person starts, no second person sees",
        1 => "one person other than its author approves each",
        _ => $"{Approvals} people other than its author approve each",
    }) + (RolloutsRequired ? "; nothing is released without one" : "; a revision may be released without one");

    /// <summary><c>--audit-entries</c>: a checkpoint of the audit log is signed after so many entries.</summary>
    public int CheckpointEntries { get; init; } = 100;

    /// <summary><c>--audit-within</c>: and at the latest this long after an entry.</summary>
    public TimeSpan CheckpointAge { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary><c>--audit-file</c>: files that get a copy of the audit log.</summary>
    public IReadOnlyList<string> AuditFiles { get; init; } = [];

    /// <summary><c>--audit-webhook</c>: addresses that are told of every entry.</summary>
    public IReadOnlyList<string> AuditWebhooks { get; init; } = [];

    /// <summary>The address of <see cref="Listen"/>; valid after <see cref="Validate"/> found nothing.</summary>
    public IPEndPoint Endpoint => IPEndPoint.TryParse(Listen.Replace("localhost:", "127.0.0.1:", StringComparison.Ordinal), out var parsed)
        ? parsed
        : new(IPAddress.Loopback, 0);

    /// <summary>Everything that is wrong, each sentence naming its option; empty when the server can start.</summary>
    public IReadOnlyList<string> Validate()
    {
        var problems = new List<string>();
        if (string.IsNullOrWhiteSpace(Data))
            problems.Add("--data: a directory is needed, such as /var/lib/iwtune-server");
        var host = Listen.Replace("localhost:", "127.0.0.1:", StringComparison.Ordinal);
        if (!host.Contains(':', StringComparison.Ordinal) || !IPEndPoint.TryParse(host, out _))
            problems.Add($"--listen: '{Listen}' is not ADDRESS:PORT, such as 0.0.0.0:7443 or [::]:7443; names go to --name");
        foreach (var name in Names)
            if (Uri.CheckHostName(name) == UriHostNameType.Unknown)
                problems.Add($"--name: '{name}' is neither a DNS name nor an address");
        Range("--bundle-life", BundleLife, TimeSpan.FromMinutes(1), TimeSpan.FromDays(90), problems);
        Range("--poll", PollLimit, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(300), problems);
        Range("--stale-after", StaleAfter, TimeSpan.FromSeconds(1), TimeSpan.FromDays(30), problems);
        if (MaxWaiting is < 1 or > 1_000_000)
            problems.Add($"--max-waiting: {MaxWaiting} is outside 1..1000000");
        if (EnrolmentsPerSecond is < 1 or > 10_000)
            problems.Add($"--enrolments: {EnrolmentsPerSecond} is outside 1..10000");
        if (Approvals is < 0 or > 5)
            problems.Add($"--approvals: {Approvals} is outside 0..5");
        if (CheckpointEntries is < 1 or > 100_000)
            problems.Add($"--audit-entries: {CheckpointEntries} is outside 1..100000");
        Range("--audit-within", CheckpointAge, TimeSpan.FromSeconds(1), TimeSpan.FromDays(1), problems);
        problems.AddRange(AuditFiles.Where(file => !Path.IsPathRooted(file)).Select(file => $"--audit-file: '{file}' is not a whole path, such as /mnt/audit/iwtune.jsonl"));
        problems.AddRange(AuditWebhooks.Where(address => !IsPrivateAddress(address))
            .Select(address => $"--audit-webhook: '{address}' is neither https://… nor an address of this machine: the log must not travel in the clear"));
        return problems;
    }

    private static bool IsPrivateAddress(string address) =>
        Uri.TryCreate(address, UriKind.Absolute, out var uri) && (uri.Scheme == Uri.UriSchemeHttps || (uri.Scheme == Uri.UriSchemeHttp && uri.IsLoopback));

    private static void Range(string key, TimeSpan value, TimeSpan least, TimeSpan most, List<string> problems)
    {
        if (value < least || value > most)
            problems.Add($"{key}: {value.TotalSeconds} s is outside {least.TotalSeconds}..{most.TotalSeconds} s");
    }
}
