using System.Net;
using System.Text;
using IwTune.Agent.Linux.Bpf;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Containers;

/// <summary>
/// Gives containers and pods their window: each has a program of its own on its control group, with a table of its own. A program ends with
/// the group, with its window, or with this process.
/// </summary>
/// <param name="chosen">The top control group; <see langword="null"/> for the one that is mounted.</param>
/// <param name="stays">True in the daemon. Any other process sees what the daemon's programs give, and may give nothing itself.</param>
/// <param name="pods">Where kubelet keeps the logs of pods.</param>
internal sealed class ContainerBackend(string? chosen, bool stays, string pods) : IDisposable
{
    private const string Why =
        "A sock_ops program on its control group sets the window of its connections, to any destination but itself, while an agent runs.";

    private const string NeedsPrograms =
        "Connections of containers do not use the routes of this host. Set 'backend: bpf' in agent.yaml, which gives each container a "
        + "program.";

    private static readonly Prefix[] Everywhere = [Of("0.0.0.0/0"), Of("::/0")];

    /// <summary>Connections of a pod to itself keep the window that they have without a program.</summary>
    private static readonly Prefix[] Itself = [Of("127.0.0.0/8"), Of("::1/128")];

    private readonly Dictionary<string, AttachedProgram> _given = new(StringComparer.Ordinal);

    /// <summary>As <see cref="Capabilities.NoContainers"/>.</summary>
    public static string Lacking(BpfBackend? backend) => backend is null ? NeedsPrograms : backend.Unsupported ?? "";

    /// <summary>The outcome without the backend: no program of ours can be there, which is what a restore asks for.</summary>
    public static Outcome Without(Step step) => step is Step.PutBack ? new Outcome.AlreadyThere() : new Outcome.Refused(NeedsPrograms);

    /// <summary>Where containers are looked for; <see langword="null"/> without control groups of version 2.</summary>
    public ContainerTree? Tree => (chosen ?? Cgroup.Root()) is { } root ? new ContainerTree(root, pods) : null;

    /// <summary>The containers and pods of the host as they are now.</summary>
    /// <exception cref="TunerUnavailableException">The control groups cannot be read.</exception>
    public IReadOnlyList<Target> Targets() => [.. Found().Select(Target)];

    /// <summary>Takes one step.</summary>
    public Outcome Apply(Step step)
    {
        var id = step.Target.Id;
        try
        {
            if (Found().FirstOrDefault(one => one.Facts.TargetId == id) is not { } container)
            {
                Remove(id);
                return step is Step.PutBack ? new Outcome.AlreadyThere() : new Outcome.Refused($"{id} has ended; plan again.");
            }
            return step switch
            {
                Step.Set set => Set(container, set.Wanted),
                Step.PutBack { Before.Window: { IsUnset: false } earlier } => Set(container, earlier),
                _ => Remove(id) ? new Outcome.Applied() : new Outcome.AlreadyThere(),
            };
        }
        catch (BpfException gone) when (gone.Errno == Errno.NotFound)
        {
            Remove(id);
            return new Outcome.Refused($"{id} has just ended; plan again.");
        }
        catch (BpfException refused)
        {
            return new Outcome.Failed($"{id}: {refused.Message}. Its connections keep the window that they had.");
        }
    }

    /// <summary>Lets the programs of ended containers go.</summary>
    /// <param name="backend">Without it no container has a program.</param>
    /// <param name="managed">The ids of all managed targets.</param>
    /// <param name="done">Gets what was done, in words.</param>
    /// <returns>Those of them that are containers and have ended.</returns>
    /// <exception cref="TunerUnavailableException">The control groups cannot be read.</exception>
    public static IReadOnlyList<string> Ended(BpfBackend? backend, IReadOnlySet<string> managed, List<string> done) =>
        backend?.Containers.Follow(managed, done) ?? [.. managed.Where(ContainerFacts.IsTarget)];

    private List<string> Follow(IReadOnlySet<string> managed, List<string> done)
    {
        if (_given.Count == 0 && !managed.Any(ContainerFacts.IsTarget))
            return [];
        var there = Found().Select(one => one.Facts.TargetId).ToHashSet(StringComparer.Ordinal);
        foreach (var ended in _given.Keys.Where(id => !there.Contains(id)).ToList())
        {
            Remove(ended);
            done.Add($"the program of {ended} was let go, because the container has ended");
        }
        return [.. managed.Where(id => ContainerFacts.IsTarget(id) && !there.Contains(id))];
    }

    /// <summary>Detaches all programs.</summary>
    /// <returns>What was removed, in words; empty when there was nothing.</returns>
    public IReadOnlyList<string> StandDown()
    {
        var containers = _given.Count;
        Dispose();
        return containers == 0 ? [] : [$"the sock_ops programs of {containers} containers and pods, with their windows"];
    }

    public void Dispose()
    {
        foreach (var program in _given.Values)
            program.Dispose();
        _given.Clear();
    }

    private Outcome Set(FoundContainer container, Window wanted)
    {
        if (!stays)
            return new Outcome.Refused($"{Why} Start the service, or run 'iwtune run'.");
        var id = container.Facts.TargetId;
        if (WindowOf(container) == wanted)
            return new Outcome.AlreadyThere();
        if (wanted.IsUnset)
            return Remove(id) ? new Outcome.Applied() : new Outcome.AlreadyThere();
        if (Here(id) is { } program)
            program.Rewrite(TableOf(wanted));
        else
            _given[id] = AttachedProgram.Attach(container.Group, TableOf(wanted), SockOpsPrograms.ContainerName);
        return WindowOf(container) is var got && got == wanted
            ? new Outcome.Applied()
            : new Outcome.Failed($"{id} should have {wanted}; its program's table has {got}.");
    }

    private bool Remove(string id)
    {
        if (!_given.Remove(id, out var program))
            return false;
        program.Dispose();
        return true;
    }

    /// <summary>The program, unless another process detached it or the group is gone.</summary>
    private AttachedProgram? Here(string id)
    {
        if (!_given.TryGetValue(id, out var program) || program.StillThere())
            return program;
        Remove(id);
        return null;
    }

    private Window WindowOf(FoundContainer container)
    {
        var table = stays
            ? Here(container.Facts.TargetId)?.Windows()
            : AttachedProgram.WindowsOfAnother(container.Group, SockOpsPrograms.ContainerName);
        return table?.GetValueOrDefault(Everywhere[0]) ?? Window.Unset;
    }

    private Target Target(FoundContainer container)
    {
        var window = WindowOf(container);
        return new()
        {
            Id = container.Facts.TargetId,
            Noun = "container",
            Destination = new IPNetwork(IPAddress.Any, 0),
            Owner = container.Facts.Runtime,
            Strategy = new Strategy(StrategyKind.Bpf, Why),
            Current = window,
            OwnersWindow = window.IsUnset ? null : Window.Unset,
            Table = TargetPlace.OfContainer,
            Raw = Encoding.UTF8.GetBytes(container.Group),
            Container = container.Facts,
        };
    }

    private IReadOnlyList<FoundContainer> Found()
    {
        try
        {
            return Tree?.Read() ?? [];
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            throw new TunerUnavailableException($"reading the control groups of containers: {unreadable.Message}", unreadable);
        }
    }

    private static Dictionary<Prefix, Window> TableOf(Window wanted) =>
        Everywhere
            .Select(prefix => (prefix, wanted))
            .Concat(Itself.Select(prefix => (prefix, Window.Unset)))
            .ToDictionary(entry => entry.Item1, entry => entry.Item2);

    private static Prefix Of(string network) => Prefix.Of(IPNetwork.Parse(network));
}
