using System.Runtime.CompilerServices;
using System.Threading.Channels;
using IwTune.Agent.Engine;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Simulated;

/// <summary>A host in memory. It prints itself as <c>ip route</c> would, so that a test can show what it expects.</summary>
public sealed class SimulatedTuner(TimeProvider time) : ITuner
{
    private readonly List<SimulatedRoute> _routes = [];
    private readonly Channel<HostChanged> _changes = Channel.CreateUnbounded<HostChanged>();

    public Capabilities Capabilities { get; set; } = new(InitRwnd: true, Prefixes: true, Interfaces: true, Tables: true);

    /// <summary>The boot it is in; a new one is what a reboot changes beside the routes.</summary>
    public string BootId { get; set; } = "boot-1";

    /// <summary>
    /// Called before every step; its result replaces the outcome of the step. It may throw, as a process that dies there would.
    /// </summary>
    public Func<Step, Outcome?> Fault { get; set; } = _ => null;

    /// <summary>What following the owners finds.</summary>
    public Following Follows { get; set; } = Following.Nothing;

    /// <summary>True while the system cannot be read at all.</summary>
    public bool Unavailable { get; set; }

    /// <summary>Every route, in the order they were added.</summary>
    public IReadOnlyList<SimulatedRoute> Routes => _routes;

    /// <summary>The steps that wrote something.</summary>
    public int Writes { get; private set; }

    public IReadOnlyList<string> Interfaces => [.. _routes.Select(route => route.Interface).Append("lo").Distinct(StringComparer.Ordinal)];

    /// <summary>Another program adds a route.</summary>
    public SimulatedTuner Add(SimulatedRoute route)
    {
        _routes.Add(route);
        _changes.Writer.TryWrite(new HostChanged($"route {route.Id} added"));
        return this;
    }

    /// <summary>Another program removes a route.</summary>
    public void Remove(string id)
    {
        _routes.RemoveAll(route => route.Id == id);
        _changes.Writer.TryWrite(new HostChanged($"route {id} deleted"));
    }

    /// <summary>Another program changes a route; its id stays.</summary>
    public void Change(string id, Func<SimulatedRoute, SimulatedRoute> how, string by = Attribution.NotKnown)
    {
        var at = _routes.FindIndex(route => route.Id == id);
        _routes[at] = how(_routes[at]) with { ChangedBy = new Attribution(by, "", time.GetUtcNow()) };
        _changes.Writer.TryWrite(new HostChanged($"route {id} changed"));
    }

    public ValueTask<HostSnapshot> ReadAsync(CancellationToken ct) =>
        Unavailable
            ? throw new TunerUnavailableException("The simulated host cannot be read now.")
            : ValueTask.FromResult(new HostSnapshot(time.GetUtcNow(), BootId, [.. _routes.Select(route => route.ToTarget())], Interfaces));

    /// <inheritdoc/>
    public Resolution Resolve(BundleContent content, HostSnapshot observed) => Resolver.Resolve(content, observed);

    public ValueTask<Outcome> ApplyAsync(Step step, CancellationToken ct) => ValueTask.FromResult(Fault(step) ?? Take(step));

    /// <summary>Its interfaces are only names.</summary>
    public bool IsImageOf(Target target, BeforeImage before) => before.TargetId == target.Id;

    /// <inheritdoc/>
    public ValueTask<IReadOnlyList<string>> SweepAsync(IReadOnlySet<string> managed, CancellationToken ct) =>
        ValueTask.FromResult<IReadOnlyList<string>>([]);

    /// <inheritdoc/>
    public ValueTask<Following> FollowAsync(IReadOnlySet<string> managed, CancellationToken ct) => ValueTask.FromResult(Follows);

    /// <inheritdoc/>
    public ValueTask<IReadOnlyList<string>> StandDownAsync(CancellationToken ct)
    {
        var removed = _routes.Where(route => route.Shadow is not null).Select(route => route.Id).ToList();
        for (var at = 0; at < _routes.Count; at++)
            _routes[at] = _routes[at] with { Shadow = null };
        return ValueTask.FromResult<IReadOnlyList<string>>(removed);
    }

    public async IAsyncEnumerable<HostChanged> WatchAsync([EnumeratorCancellation] CancellationToken ct)
    {
        await foreach (var change in _changes.Reader.ReadAllAsync(ct))
            yield return change;
    }

    /// <summary>The lines of <c>ip route show table all</c>.</summary>
    public override string ToString() => string.Join('\n', _routes);

    private Outcome Take(Step step)
    {
        var at = _routes.FindIndex(route => route.Id == step.Target.Id);
        if (at < 0)
            return new Outcome.Failed($"There is no route {step.Target.Id} any more.");
        if (_routes[at].Strategy == StrategyKind.ReportOnly)
            return new Outcome.Refused(step.Target.Strategy.Why);
        var planned = (_routes[at] with { Window = step.Target.Underneath }).ToTarget();
        if (step is Step.Set && !planned.Raw.Span.SequenceEqual(step.Target.Raw.Span))
            return new Outcome.Refused($"{step.Target.Id} is no longer the route it was when this was planned; plan again.");
        var window = step switch
        {
            Step.Set set => set.Wanted,
            Step.PutBack back => back.Before.Window,
            _ => Window.Unset,
        };
        if ((_routes[at].Shadow ?? _routes[at].Window) == window)
            return new Outcome.AlreadyThere();
        _routes[at] =
            _routes[at].Strategy != StrategyKind.Shadow
                ? _routes[at] with
                {
                    Window = window,
                }
                : _routes[at] with
                {
                    Shadow = window == _routes[at].Window ? null : window,
                };
        Writes++;
        return new Outcome.Applied();
    }
}
