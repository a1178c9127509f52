using System.Text.Json;
using IwTune.Shared.Wire;

namespace IwTune.Lab;

/// <summary>A real agent in a host's namespace, with its own state directory and socket.</summary>
public sealed class AgentProcess : IDisposable
{
    // A network namespace shares its machine's name and machine id, by which a server distinguishes hosts.
    private const string AsAMachine = """
        hostname "$1" && if [ -e /etc/machine-id ]; then mount --bind "$2" /etc/machine-id; fi && shift 2 && exec "$@"
        """;

    private readonly SiteHost host;
    private readonly string folder;
    private readonly string binary;
    private LabProcess? daemon;

    /// <summary>For the agent of a host; it starts nothing.</summary>
    /// <param name="host">Where it runs.</param>
    /// <param name="folder">Its state directory and its socket are made here.</param>
    /// <param name="binary">The agent's executable.</param>
    public AgentProcess(SiteHost host, string folder, string binary)
    {
        (this.host, this.folder, this.binary) = (host, folder, binary);
        State = Path.Combine(folder, host.Name);
        File.WriteAllText(MachineId, Guid.NewGuid().ToString("N") + "\n");
    }

    /// <summary>The host it runs on.</summary>
    public SiteHost Host => host;

    /// <summary>Its state directory.</summary>
    public string State { get; }

    /// <summary>Its socket.</summary>
    public string Socket => Path.Combine(folder, host.Name + ".sock");

    /// <summary>The mounts that the agent sees in place of the machine's files: those of its host's own network manager.</summary>
    public IReadOnlyList<PrivateMount> Mounts { get; init; } = [];

    /// <summary>Environment variables, for example the address of its host's system bus.</summary>
    public IReadOnlyDictionary<string, string>? Environment { get; init; }

    /// <summary>The daemon's output; empty before the first start.</summary>
    public string Output => daemon?.Output ?? "";

    /// <summary>The daemon, once started.</summary>
    public LabProcess Daemon => daemon ?? throw new LabException("the daemon was not started");

    /// <summary>Runs a command of the agent in the host's namespace, as typed.</summary>
    public CommandResult Run(params string[] arguments) =>
        Mounts.Count == 0
            ? host.Space.TryExec("unshare", Command(arguments))
            : PrivateMounts.Run(host.Space, Mounts, "unshare", Command(arguments));

    /// <summary>Runs a command with this agent's <c>--state</c> and <c>--socket</c>.</summary>
    public CommandResult RunHere(params string[] arguments) => Run([.. arguments, "--state", State, "--socket", Socket]);

    /// <summary>Runs a command with this agent's <c>--state</c> and without its socket.</summary>
    public CommandResult RunAlone(params string[] arguments) => Run([.. arguments, "--state", State]);

    /// <summary>Enrols in the fleet with the real command, in the daemon's environment, which may have another time of day.</summary>
    public CommandResult Enrol(string url, ServerToken token)
    {
        string[] words = ["enroll", url, "--token", token.Token, "--ca-pin", token.CaPin, "--state", State];
        return Mounts.Count == 0 ? host.Space.TryExec("unshare", Command(words), Environment) : Run(words);
    }

    /// <summary>Starts the daemon.</summary>
    public LabProcess Start(params string[] options) => Start(Environment, options);

    /// <summary>Starts the daemon with more environment.</summary>
    public LabProcess Start(IReadOnlyDictionary<string, string>? environment, params string[] options) =>
        daemon =
            Mounts.Count == 0
                ? host.Space.Start("unshare", Command(["run", "--state", State, "--socket", Socket, .. options]), environment)
                : PrivateMounts.Start(
                    host.Space,
                    Mounts,
                    "unshare",
                    Command(["run", "--state", State, "--socket", Socket, .. options]),
                    environment
                );

    /// <summary>
    /// Stops the daemon as its service manager does, and starts it again: it then calls its server at once, while one that lost its server
    /// waits for its slot of the minute.
    /// </summary>
    public async Task RestartAsync()
    {
        await Daemon.StopAsync();
        Start();
    }

    /// <summary>Starts the daemon as the child of a program that observes or disturbs it, such as strace.</summary>
    /// <param name="tracer">That program and its arguments, before the daemon's command.</param>
    public LabProcess StartUnder(IReadOnlyList<string> tracer) =>
        daemon = host.Space.Start("unshare", Under(tracer, "run", "--state", State, "--socket", Socket), Environment);

    /// <summary>The output of <c>iwtune status --json</c>.</summary>
    /// <exception cref="LabException">There was no output.</exception>
    public AgentStatus Status() => TryStatus() ?? throw new LabException($"no status of {host.Name}:\n{Output}");

    /// <summary>The status, or <see langword="null"/> while no daemon answers.</summary>
    public AgentStatus? TryStatus()
    {
        var result = Run("status", "--json", "--socket", Socket);
        return result.Output.StartsWith('{') ? AgentStatus.Parse(result.Output) : null;
    }

    /// <inheritdoc/>
    public void Dispose() => daemon?.Dispose();

    private string MachineId => Path.Combine(folder, host.Name + ".machine-id");

    private string[] Command(params string[] arguments) => Under([], arguments);

    private string[] Under(IReadOnlyList<string> tracer, params string[] arguments) =>
        ["--uts", "sh", "-c", AsAMachine, "sh", host.Name, MachineId, .. tracer, binary, .. arguments];
}

/// <summary>The part of <c>iwtune status --json</c> that the laboratory reads.</summary>
/// <param name="State">The reported state of the host.</param>
/// <param name="Evidence">The latest evidence of each target.</param>
/// <param name="Json">The whole document.</param>
public sealed record AgentStatus(HostState State, IReadOnlyList<Evidence> Evidence, string Json)
{
    /// <summary>Report lines that its server has not acknowledged.</summary>
    public long Unsent { get; private init; }

    /// <summary>True while it waits until it calls its server again after a failure: for seconds, or up to a quarter of an hour.</summary>
    public bool BacksOff { get; private init; }

    /// <summary>Reads it.</summary>
    public static AgentStatus Parse(string json)
    {
        using var document = JsonDocument.Parse(json);
        var root = document.RootElement;
        var state = root.TryGetProperty("state", out var found) ? found.Deserialize(StatusJson.Default.HostState) : null;
        var evidence = root.TryGetProperty("evidence", out var list) ? list.Deserialize(StatusJson.Default.EvidenceArray) : null;
        var unsent = root.TryGetProperty("daemon", out var daemon) && daemon.TryGetProperty("unsent", out var lines) ? lines.GetInt64() : 0;
        return new(state ?? new HostState { Phase = BundlePhase.None, StateHash = "" }, evidence ?? [], json)
        {
            Unsent = unsent,
            BacksOff = BacksOffIn(daemon),
        };
    }

    private static bool BacksOffIn(JsonElement daemon) =>
        daemon.ValueKind == JsonValueKind.Object
        && daemon.TryGetProperty("server", out var server)
        && server.ValueKind == JsonValueKind.Object
        && server.TryGetProperty("nextAttempt", out var next)
        && next.ValueKind == JsonValueKind.String;

    /// <summary>The target of the IPv4 default route.</summary>
    public TargetState? Default =>
        State.Targets.FirstOrDefault(target => target.Id.StartsWith("ipv4 main default ", StringComparison.Ordinal));

    /// <summary>The latest fresh-connection evidence of a target.</summary>
    public Evidence? Proof(string? targetId) =>
        Evidence
            .Where(evidence => evidence.TargetId == targetId && evidence is { Method: EvidenceMethod.FreshConnection, Conclusive: true })
            .MaxBy(evidence => evidence.At);
}
