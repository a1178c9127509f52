using IwTune.Agent.Engine.Passive;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Engine.Experiments;

/// <summary>
/// A running experiment: it assigns each connection to an arm and counts its result. Connections that began before the arms were in place,
/// in another block, or before a block had settled belong to no arm.
/// </summary>
/// <param name="plan">What was started.</param>
public sealed class ExperimentRun(ExperimentPlan plan) : ISampleSink
{
    private readonly object _gate = new();
    private readonly List<ExperimentSample> _waiting = [];
    private readonly HarmWatch _watch = new(plan.Alpha, plan.Design);
    private HashSet<string> _targets = [];
    private HashSet<ulong>? _older;
    private bool _open;
    private int _taken;

    /// <summary>How it must end and why, as soon as that is known.</summary>
    public (ExperimentPhase Phase, string Why)? Verdict { get; private set; }

    /// <summary>True when some ends were not seen, or more came than are kept.</summary>
    public bool Partial { get; private set; }

    /// <summary>Counts and looks so far.</summary>
    public HarmWatch Watch => _watch;

    /// <summary>The targets whose connections count.</summary>
    public void Concerns(IEnumerable<string> targets) => _targets = targets.ToHashSet(StringComparer.Ordinal);

    /// <summary>
    /// The arms are in place. Connections that exist already belong to no arm, and earlier ends are still being reported, so nothing counts
    /// until <see cref="Open"/>.
    /// </summary>
    /// <param name="older">The connections that exist now.</param>
    public void Begin(HashSet<ulong> older)
    {
        lock (_gate)
            (_older, _open) = (older, false);
    }

    /// <summary>Every end before <see cref="Begin"/> has been reported by now: from now on connections count.</summary>
    public void Open()
    {
        lock (_gate)
            _open = true;
    }

    /// <summary>Nothing counts until <see cref="Begin"/> is called again: a block has ended.</summary>
    public void Pause()
    {
        lock (_gate)
            _older = null;
    }

    /// <summary>
    /// Whether the experiment gave a connection its window, so that it says nothing about the window of its target. In a switchback all of
    /// its ports count as such: a connection may have begun in the block before.
    /// </summary>
    /// <param name="connection">Open, or at its end.</param>
    /// <param name="target">The id of what serves it without the experiment.</param>
    public bool Gave(Connection connection, string target)
    {
        lock (_gate)
        {
            if (
                (plan.Design == ExperimentDesign.Stripes && _older?.Contains(connection.Id) == true)
                || !_targets.Contains(target)
                || (plan.Port is { } port && connection.Local.Port != port)
            )
                return false;
        }
        var layout = plan.LayoutAt(plan.Started);
        return Striping.ArmOf(layout.Stripes, connection.Remote.Port) is { } arm
            && (plan.Design == ExperimentDesign.Switchback ? !plan.IsOwn : layout.Windows[arm] is not null);
    }

    /// <inheritdoc/>
    public void Add(ConnectionSample sample)
    {
        lock (_gate)
        {
            if (
                _older is null
                || Verdict is not null
                || _older.Remove(sample.Connection.Id)
                || !_open
                || !_targets.Contains(sample.Target.Id)
                || (plan.Port is { } port && sample.Connection.Local.Port != port)
            )
                return;
            var layout = plan.LayoutAt(sample.At);
            if (Striping.ArmOf(layout.Stripes, sample.Connection.Remote.Port) is not { } arm)
                return;
            var block = plan.Design == ExperimentDesign.Switchback ? plan.Blocks.At(sample.At) : 0;
            var peer = PeerBucket.Of(sample.Connection.Remote.Address, plan.Seed);
            var taken = ExperimentSample.Of(sample, arm, block, peer, layout.Windows);
            Verdict = _watch.Add(taken);
            if (_taken++ < ExperimentStore.MostSamples)
                _waiting.Add(taken);
            else
                Partial = true;
        }
    }

    /// <inheritdoc/>
    public void Lost() => Partial = true;

    /// <summary>The samples since the last time.</summary>
    public IReadOnlyList<ExperimentSample> Take()
    {
        lock (_gate)
        {
            ExperimentSample[] taken = [.. _waiting];
            _waiting.Clear();
            return taken;
        }
    }
}
