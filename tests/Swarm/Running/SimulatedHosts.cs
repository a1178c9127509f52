using IwTune.Agent.Local;
using IwTune.Shared.Statistics;
using IwTune.Swarm.Hosts;
using IwTune.Swarm.Traffic;

namespace IwTune.Swarm.Running;

/// <summary>
/// A swarm: many agents in this process, hosts of one server's fleet. Its state is in memory and is lost when it is disposed.
/// </summary>
public sealed class SimulatedHosts : IAsyncDisposable
{
    /// <summary>Paths that hosts share; more would use more memory without more variety.</summary>
    private const int Paths = 64;

    private const int EnrolledAtOnce = 16;

    private readonly SwarmOptions _options;
    private readonly Grounds _grounds;
    private readonly string _folder;
    private readonly SeededRandom _random;
    private readonly List<SwarmHost> _hosts = [];

    private SimulatedHosts(SwarmOptions options)
    {
        _options = options;
        _random = new SeededRandom(options.Seed);
        var place = Directory.Exists("/dev/shm") ? "/dev/shm" : Path.GetTempPath();
        _folder = Directory.CreateDirectory(Path.Combine(place, $"iwtune-swarm-{Environment.ProcessId}-{Guid.NewGuid():N}")).FullName;
        _grounds = new Grounds(
            options.Server,
            options.Pin,
            new Counts(),
            new WireFaults(TimeProvider.System),
            new Publications(),
            options.Pace,
            options.Period,
            options.Warned
        );
        var paths = Enumerable.Range(0, Paths).Select(_ => ServedPath.Draw(options.Buffer, options.RandomLoss, _random)).ToList();
        for (var number = 1; number <= options.Hosts; number++)
            _hosts.Add(Make(Mixture.Draw(number, _random), paths[_random.Below(Paths)], number));
        foreach (var profile in options.Windows)
            _hosts.Add(Make(Mixture.Windows(profile, _hosts.Count + 1, _random), paths[0], _hosts.Count + 1));
        _grounds.Publications.Hosts = _hosts.Count;
    }

    /// <summary>The hosts that are or were enrolled.</summary>
    public IReadOnlyList<SwarmHost> Hosts => _hosts;

    /// <summary>The actions on the wire.</summary>
    public Counts Counts => _grounds.Counts;

    /// <summary>How contents spread.</summary>
    public Publications Publications => _grounds.Publications;

    /// <summary>Makes the hosts; nothing is sent yet.</summary>
    public static SimulatedHosts Of(SwarmOptions options) => new(options);

    /// <summary>Enrols every host with the real call and starts its daemon at once.</summary>
    /// <returns>The reasons why hosts could not enrol, with their number; empty when all did.</returns>
    public async Task<IReadOnlyDictionary<string, int>> JoinAsync(CancellationToken ct)
    {
        var problems = new Dictionary<string, int>(StringComparer.Ordinal);
        await Parallel.ForEachAsync(
            _hosts.Select((host, at) => (host, at)),
            new ParallelOptions { MaxDegreeOfParallelism = EnrolledAtOnce, CancellationToken = ct },
            async (one, stop) =>
            {
                var problem = await JoinAsync(one.host, _options.Tokens[one.at % _options.Tokens.Count], stop);
                if (problem.Length == 0)
                {
                    one.host.Start();
                    return;
                }
                lock (problems)
                    problems[problem] = problems.GetValueOrDefault(problem) + 1;
            }
        );
        return problems;
    }

    /// <summary>This number of hosts leaves the fleet, as <c>iwtune unenroll</c> does: the last enrolled ones.</summary>
    public Task LeaveAsync(int count, CancellationToken ct) =>
        EachAsync(
            count,
            async host =>
            {
                await host.AskAsync(new LocalRequest(LocalVerb.Unenrol), ct);
                await host.StopAsync();
            },
            ct
        );

    /// <summary>The state of this number of hosts goes back, as when virtual machines are restored from snapshots.</summary>
    public Task RestoreAsync(int count, CancellationToken ct) => EachAsync(count, host => host.RestoreAsync(), ct);

    /// <summary>This number of hosts boots; their kernels forget the windows that were set.</summary>
    public Task RebootAsync(int count, CancellationToken ct) => EachAsync(count, host => host.RebootAsync(), ct);

    /// <summary>The clocks of this number of hosts jump.</summary>
    public Task JumpAsync(int count, TimeSpan by, CancellationToken ct) =>
        EachAsync(
            count,
            host =>
            {
                host.Clock.Jump(by);
                return Task.CompletedTask;
            },
            ct
        );

    /// <summary>The owners of the default routes of this number of Linux hosts set their own values again.</summary>
    public Task DriftAsync(int count, CancellationToken ct) =>
        EachAsync(
            count,
            host =>
            {
                (host.Machine as LinuxMachine)?.Renew();
                return Task.CompletedTask;
            },
            ct
        );

    /// <summary>This number of hosts gets these labels instead of its own, through the API.</summary>
    /// <returns>The errors as sentences; empty when all succeeded.</returns>
    public async Task<IReadOnlyList<string>> RelabelAsync(int count, IReadOnlyDictionary<string, string> labels, CancellationToken ct)
    {
        var problems = new List<string>();
        using var api = await Relabelling.OpenAsync(_options, ct);
        await EachAsync(
            count,
            async host =>
            {
                if (await api.RunAsync(host.HostId, labels, ct) is { Length: > 0 } problem)
                    lock (problems)
                        problems.Add(problem);
            },
            ct
        );
        return problems;
    }

    /// <summary>No report of any host gets through for this time; check-ins do.</summary>
    public void DropReports(TimeSpan span) => _grounds.Faults.DropReports(span);

    /// <summary>No host can reach the server for this time.</summary>
    public void Away(TimeSpan span) => _grounds.Faults.Away(span);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await Parallel.ForEachAsync(_hosts, new ParallelOptions { MaxDegreeOfParallelism = 64 }, async (host, _) => await host.StopAsync());
        Directory.Delete(_folder, recursive: true);
    }

    private Task EachAsync(int count, Func<SwarmHost, Task> act, CancellationToken ct) =>
        Parallel.ForEachAsync(
            _hosts.Where(host => host.Member).TakeLast(count),
            new ParallelOptions { MaxDegreeOfParallelism = EnrolledAtOnce, CancellationToken = ct },
            async (host, _) => await act(host)
        );

    private SwarmHost Make(HostIdentity identity, ServedPath path, int number)
    {
        var folder = Path.Combine(_folder, $"{number}");
        var rate = _options.Rate * Math.Clamp(Math.Exp(0.6 * _random.Normal()) / 1.2, 0.2, 4);
        return new SwarmHost(
            _grounds,
            folder,
            identity,
            (what, clock) =>
                what.Windows is null
                    ? new LinuxMachine(what, path, rate, clock, _random)
                    : new WindowsMachine(what, folder, Path.Combine(folder, "state"), clock),
            _random
        );
    }

    /// <summary>A server with a limited rate of enrolments turns the rest away for a moment.</summary>
    private async Task<string> JoinAsync(SwarmHost host, string token, CancellationToken ct)
    {
        for (var pause = 1; ; pause *= 2)
        {
            var problem = await host.EnrolAsync(token, ct);
            if (problem.Length == 0)
                return problem;
            Counts.Failed("enroll");
            if (pause > 16)
                return problem;
            await Task.Delay(TimeSpan.FromSeconds(pause), ct);
        }
    }
}
