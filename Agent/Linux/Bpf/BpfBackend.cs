using IwTune.Agent.Linux.Containers;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Bpf;

/// <summary>
/// Gives destinations their window by a program instead of by their routes. It is attached when the first window is given, and gone with
/// the last one or with this process, however that ends.
/// </summary>
/// <param name="chosen">
/// The control group whose connections it concerns; <see langword="null"/> for the top one: everything on the host, containers included.
/// </param>
/// <param name="stays">True in the daemon. Any other process sees what the daemon's program gives, and may give nothing itself.</param>
/// <param name="podLogs">Where kubelet keeps the logs of pods.</param>
internal sealed class BpfBackend(string? chosen, bool stays, string podLogs) : IDisposable
{
    private readonly Dictionary<string, Window> _given = new(StringComparer.Ordinal);
    private AttachedProgram? _program;

    /// <summary>Why programs cannot be used on this host, as a sentence; <see langword="null"/> when they can.</summary>
    public string? Unsupported { get; } = BpfSupport.Lacking(chosen);

    /// <summary>The kernel's number of the program; 0 while none is attached.</summary>
    public uint ProgramId => _program?.Id ?? 0;

    /// <summary>True while any target has its window from the program.</summary>
    public bool Gives => _given.Count > 0;

    /// <summary>Gives containers windows of their own.</summary>
    public ContainerBackend Containers { get; } = new(chosen, stays, podLogs);

    /// <summary>The targets of the host as this backend sees them: its routes, and its containers.</summary>
    /// <exception cref="BpfException">The table cannot be read.</exception>
    /// <exception cref="TunerUnavailableException">The control groups cannot be read.</exception>
    public IReadOnlyList<Target> Of(IReadOnlyList<Target> routes) => [.. Over(routes), .. Containers.Targets()];

    /// <summary>The targets of the routes as this backend sees them: set by the program, with the window that it gives now.</summary>
    /// <exception cref="BpfException">The table cannot be read.</exception>
    public IReadOnlyList<Target> Over(IReadOnlyList<Target> targets)
    {
        var destinations = new Destinations(targets);
        var windows =
            stays ? Here()?.Windows()
            : Place() is { } group ? AttachedProgram.WindowsOfAnother(group)
            : null;
        return [.. targets.Select(target => Over(target, destinations, windows))];
    }

    /// <summary>Takes one step.</summary>
    /// <param name="step">The step.</param>
    /// <param name="targets">The targets of the routes as they are now.</param>
    public Outcome Apply(Step step, IReadOnlyList<Target> targets)
    {
        try
        {
            return step switch
            {
                Step.Set set => Set(set.Target, set.Wanted, targets),
                // Returns to an earlier window of ours, or to the owner's own route.
                Step.PutBack { Target.Original: { } original } back when original.Window != back.Before.Window => Set(
                    back.Target,
                    back.Before.Window,
                    targets
                ),
                _ => Take(step.Target.Id, targets),
            };
        }
        catch (BpfException refused)
        {
            return new Outcome.Failed($"{step.Target.Id}: {refused.Message}. No route was written.");
        }
    }

    /// <summary>
    /// Keeps the table equal to the routes: a route that is removed takes its window with it, and a new one below a window gets its own.
    /// </summary>
    /// <returns>What was done, in words.</returns>
    /// <exception cref="BpfException">The table cannot be written.</exception>
    public IReadOnlyList<string> Follow(IReadOnlyList<Target> targets)
    {
        if (_given.Count > 0 && Here() is null)
        {
            _given.Clear();
            return ["the sock_ops program was detached, and its windows have ended"];
        }
        var destinations = new Destinations(targets);
        var served = targets.Where(destinations.IsServed).Select(target => target.Id).ToHashSet(StringComparer.Ordinal);
        var gone = _given.Keys.Where(id => !served.Contains(id)).ToList();
        foreach (var id in gone)
            _given.Remove(id);
        Write(targets);
        return [.. gone.Select(id => $"the program's window for {id} was removed, because the route is gone or no longer preferred")];
    }

    /// <summary>Detaches.</summary>
    /// <returns>What was removed, in words; empty when there was nothing.</returns>
    public IReadOnlyList<string> StandDown()
    {
        var ofContainers = Containers.StandDown();
        if (_program is not { } program)
            return ofContainers;
        _given.Clear();
        Detach();
        return [.. ofContainers, $"the sock_ops program {program.Id}, with its windows"];
    }

    public void Dispose()
    {
        Containers.Dispose();
        Detach();
    }

    private Outcome Set(Target planned, Window wanted, IReadOnlyList<Target> targets)
    {
        var id = planned.Id;
        var now = Over(targets).FirstOrDefault(target => target.Id == id);
        if (now is null)
            return new Outcome.Refused($"{id} is gone; plan again.");
        if (!stays)
            return new Outcome.Refused($"{now.Strategy.Why} Start the service, or run 'iwtune run'.");
        if (now.Strategy.Kind != StrategyKind.Bpf)
            return new Outcome.Refused(now.Strategy.Why);
        if (!RouteMessage.Read(now.Raw).SameExceptWindow(RouteMessage.Read(planned.Raw)))
            return new Outcome.Refused($"{id} is no longer the route it was when this was planned; plan again.");
        if (now.Current == wanted)
            return new Outcome.AlreadyThere();
        if (now.Underneath == wanted)
            return Take(id, targets);
        var before = _given.GetValueOrDefault(id);
        _given[id] = wanted;
        try
        {
            Write(targets);
        }
        catch (BpfException)
        {
            Restore(id, before);
            throw;
        }
        return Over(targets).First(target => target.Id == id).Current is var got && got == wanted
            ? new Outcome.Applied()
            : new Outcome.Failed($"{id} should have {wanted}; the program's table has {got}.");
    }

    private Outcome Take(string id, IReadOnlyList<Target> targets)
    {
        if (!_given.Remove(id))
            return new Outcome.AlreadyThere();
        Write(targets);
        return new Outcome.Applied();
    }

    private void Restore(string id, Window? before)
    {
        if (before is null)
            _given.Remove(id);
        else
            _given[id] = before;
    }

    private void Write(IReadOnlyList<Target> targets)
    {
        var table = ProgramTable.Of(_given, targets);
        if (table.Count == 0)
            Detach();
        else if (Here() is { } program)
            program.Rewrite(table);
        else
            _program = AttachedProgram.Attach(Place() ?? throw new BpfException("no cgroup v2 hierarchy is mounted"), table);
    }

    /// <summary>The program, unless another process detached it.</summary>
    private AttachedProgram? Here()
    {
        if (_program?.StillThere() == false)
            Detach();
        return _program;
    }

    private void Detach()
    {
        _program?.Dispose();
        _program = null;
    }

    private string? Place() => chosen ?? Cgroup.Root();

    private Target Over(Target target, Destinations destinations, Dictionary<Prefix, Window>? windows)
    {
        var seen = target with { Strategy = destinations.For(target) };
        if (seen.Strategy.Kind != StrategyKind.Bpf || windows?.GetValueOrDefault(Destinations.PrefixOf(target)) is not { } entry)
            return seen;
        var given = _given.GetValueOrDefault(target.Id);
        if (given is null && (stays || entry.IsUnset))
            return seen;
        var gives =
            given is not null && entry == ProgramTable.Entry(given, target.Current)
                ? given
                : new Window(entry.InitCwnd ?? target.Current.InitCwnd, entry.InitRwnd ?? target.Current.InitRwnd);
        return seen with { Current = gives, OwnersWindow = target.Current };
    }
}
