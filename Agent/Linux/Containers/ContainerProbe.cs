using System.Globalization;
using System.Net;
using System.Text;
using System.Text.Json;
using IwTune.Agent.Engine.Flights;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Linux.Containers;

/// <summary>
/// Proves the window of a container by a connection from inside: a process of its own joins the container's control group and network
/// namespace as `exec` of a runtime does, connects, and ends. A process that connects from elsewhere would prove nothing.
/// </summary>
/// <param name="clock">Dates evidence, and limits how often containers are entered.</param>
/// <param name="run">Runs this program for a container; several at the same time.</param>
internal sealed class ContainerProbe(TimeProvider clock, Func<HostCommand, CancellationToken, ValueTask<HostCommandRun>> run)
{
    /// <summary>The command of this program that runs inside.</summary>
    public const string Verb = "measure-inside";

    /// <summary>So long does a measurement of the same window count: a repair somewhere must not enter every container again.</summary>
    private static readonly TimeSpan Counts = TimeSpan.FromMinutes(10);

    /// <summary>So many are entered in <see cref="Round"/>: each is a process, and all of one turn run at the same time.</summary>
    public const int MostInRound = 8;

    private static readonly TimeSpan Round = TimeSpan.FromMinutes(1);

    // Measurements end on any thread; one begins before the first wait.
    private readonly object _gate = new();
    private readonly Dictionary<string, (Window Window, Evidence Seen)> _seen = new(StringComparer.Ordinal);
    private readonly Queue<DateTimeOffset> _entered = new();

    /// <summary>The probe of this host.</summary>
    public ContainerProbe(TimeProvider clock)
        : this(clock, new HostPrograms(clock).RunAsync) { }

    /// <summary>Measures, or returns what was measured of this window a short while ago.</summary>
    public async ValueTask<Evidence> ProbeAsync(Target target, IReadOnlyList<IPEndPoint> peers, CancellationToken ct)
    {
        if (Known(target, peers) is { } known)
            return known;
        var seen = await EnterAsync(target, peers, ct);
        lock (_gate)
            _seen[target.Id] = (target.Current, seen);
        return seen;
    }

    /// <returns>The answer without a connection; <see langword="null"/> when the container is entered, which is counted.</returns>
    private Evidence? Known(Target target, IReadOnlyList<IPEndPoint> peers)
    {
        var now = clock.GetUtcNow();
        lock (_gate)
        {
            foreach (var old in _seen.Where(pair => now - pair.Value.Seen.At > Counts).Select(pair => pair.Key).ToList())
                _seen.Remove(old);
            if (_seen.TryGetValue(target.Id, out var before) && before.Window == target.Current)
                return before.Seen;
            if (peers.Count == 0)
                return Unmeasured.Of(
                    target,
                    now,
                    "There is no known peer to connect to; name a TCP port: 'iwtune verify --peer HOST:PORT'."
                );
            if (!Privilege.MayEnter())
                return Unmeasured.Of(
                    target,
                    now,
                    "A connection from inside a container needs CAP_SYS_ADMIN, which this process does not have. Use 'sudo iwtune verify "
                        + "--peer HOST:PORT'."
                );
            while (_entered.TryPeek(out var first) && now - first > Round)
                _entered.Dequeue();
            if (_entered.Count >= MostInRound)
                return Unmeasured.Of(target, now, $"Not measured in this round: {MostInRound} containers a minute are entered at most.");
            _entered.Enqueue(now);
            return null;
        }
    }

    private async ValueTask<Evidence> EnterAsync(Target target, IReadOnlyList<IPEndPoint> peers, CancellationToken ct)
    {
        if (ContainerProcess.Of(Encoding.UTF8.GetString(target.Raw.Span)) is not { } inside)
            return Unmeasured.Of(target, clock.GetUtcNow(), "No process runs in this container now, so no connection can start in it.");
        if (Environment.ProcessPath is not { } program)
            return Unmeasured.Of(target, clock.GetUtcNow(), "The path of this program is not known, so it cannot be started inside.");
        string[] words =
        [
            Verb,
            target.Id,
            "--group",
            inside.Group,
            "--process",
            inside.Id.ToString(CultureInfo.InvariantCulture),
            "--initcwnd",
            Number(target.Current.InitCwnd),
            "--initrwnd",
            Number(target.Current.InitRwnd),
            "--peer",
            .. peers.Select(peer => peer.ToString()),
        ];
        var ended = await run(new HostCommand(Verb, program, words), ct);
        try
        {
            if (ended.ExitCode == 0 && JsonSerializer.Deserialize(ended.Output, AgentJson.Default.Evidence) is { } seen)
                return seen;
        }
        catch (JsonException)
        {
            // What it said instead follows.
        }
        var said = ended.Problem.Length > 0 ? ended.Problem : Encoding.UTF8.GetString(ended.Errors).Trim();
        return Unmeasured.Of(target, clock.GetUtcNow(), $"The process inside the container measured nothing: {said}");
    }

    private static string Number(int? segments) => (segments ?? 0).ToString(CultureInfo.InvariantCulture);
}
