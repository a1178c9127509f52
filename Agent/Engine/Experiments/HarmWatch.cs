using IwTune.Shared.Formatting;
using IwTune.Shared.Statistics;

namespace IwTune.Agent.Engine.Experiments;

/// <summary>
/// Decides when an experiment must stop by itself. An e-process watches loss in the first flight; it may be evaluated after every
/// connection. Everything else is evaluated only when the number of connections has doubled, so that repeated looks do no harm.
/// </summary>
/// <param name="alpha">How often a false alarm of the e-process is accepted.</param>
/// <param name="comparesCounts">Whether both arms should get the same number of connections.</param>
public sealed class HarmWatch(double alpha, bool comparesCounts)
{
    /// <summary>
    /// RFC 9040 appendix C: from this share of connections with loss in the first flight on, the window is too large whatever the other arm
    /// shows.
    /// </summary>
    public const double TooMuch = 0.05;

    /// <summary>A smaller difference is not worth a rollback, however certain it is.</summary>
    public const double Floor = 0.0005;

    /// <summary>
    /// A share of connections that send again which exceeds the control arm's by this much is harm (about what Google saw and accepted:
    /// RFC 6928 §10).
    /// </summary>
    public const double MuchMoreAgain = 0.005;

    private const long FirstLook = 200;

    private readonly EProcess _losses = new(Striping.Share);
    private readonly ArmCounts[] _arms = new ArmCounts[2];
    private long _nextLook = FirstLook;

    /// <summary>Counts of both arms.</summary>
    public IReadOnlyList<ArmCounts> Arms => _arms;

    /// <summary>Evidence that the treatment loses first flights more often: 1 at the beginning, 1/α raises the alarm.</summary>
    public double Evidence => _losses.E;

    /// <summary>Adds a connection.</summary>
    /// <returns>How the experiment must end and why; <see langword="null"/> when it may go on.</returns>
    public (ExperimentPhase Phase, string Why)? Add(ExperimentSample sample)
    {
        _arms[sample.Arm] = _arms[sample.Arm].With(sample);
        if (sample.Lost == true)
            _losses.Lost(sample.Arm == 1);
        if (_losses.Alarms(alpha) && Rate(1) - Rate(0) >= Floor)
            return (
                ExperimentPhase.Harmful,
                Invariant.Text(
                    $"first flights were lost more often in the treatment arm: {_arms[1].Lost} of {_arms[1].Judged} connections "
                        + $"({Rate(1):P2}) against {_arms[0].Lost} of {_arms[0].Judged} ({Rate(0):P2}); the e-process reached "
                        + $"{1 / alpha:0.#}, the false-positive rate is at most {alpha:P0}"
                )
            );
        var all = _arms[0].Connections + _arms[1].Connections;
        if (all < _nextLook)
            return null;
        _nextLook = 2 * all;
        return Look();
    }

    private (ExperimentPhase, string)? Look()
    {
        var (control, treatment) = (_arms[0], _arms[1]);
        if (comparesCounts && SampleRatio.Of(control.Connections, treatment.Connections, Striping.Share) is { IsBroken: true } ratio)
            return (
                ExperimentPhase.Unequal,
                Invariant.Text(
                    $"the arms have {control.Connections} and {treatment.Connections} connections instead of equal numbers (p = "
                        + $"{ratio.P:0.0e-0}): the assignment to arms is not random, so the arms cannot be compared"
                )
            );
        if (treatment.Judged > 0 && Proportion.Wilson(treatment.Lost, treatment.Judged).Low >= TooMuch)
            return (
                ExperimentPhase.Harmful,
                Invariant.Text(
                    $"{treatment.Lost} of {treatment.Judged} connections of the treatment arm ({Rate(1):P1}) lost some of their first "
                        + $"flight, which is {TooMuch:P0} or more"
                )
            );
        if (
            control.Connections > 0
            && treatment.Connections > 0
            && Proportion.Difference(control.WithAgain, control.Connections, treatment.WithAgain, treatment.Connections, 0.99) is { } again
            && again.Low > MuchMoreAgain
        )
            return (
                ExperimentPhase.Harmful,
                Invariant.Text(
                    $"the share of connections that retransmitted data is {again.Estimate * 100:0.0} percentage points higher in the "
                        + $"treatment arm (99 % confidence interval {again.Low * 100:0.0} to {again.High * 100:0.0})"
                )
            );
        return null;
    }

    private double Rate(int arm) => _arms[arm].Judged == 0 ? 0 : (double)_arms[arm].Lost / _arms[arm].Judged;
}
