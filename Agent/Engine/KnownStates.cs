using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine;

/// <summary>The states of targets that the last turn reported: a target of which nothing is new needs no new one.</summary>
internal sealed class KnownStates
{
    private List<(Facts Facts, TargetState State)> _told = [];

    /// <summary>What a target's state is made from.</summary>
    /// <param name="Target">As read last.</param>
    /// <param name="Want">What is required of it.</param>
    /// <param name="Outcome">Of its step.</param>
    /// <param name="Left">Why it is left alone.</param>
    /// <param name="ByLimit">As in <see cref="TargetState.ByLimit"/>.</param>
    public readonly record struct Facts(Target Target, Want? Want, Outcome? Outcome, (TargetLeft As, string Why) Left, bool ByLimit);

    /// <summary>The states of these targets.</summary>
    /// <param name="facts">In the order of the targets.</param>
    /// <param name="make">Makes one.</param>
    public IReadOnlyList<TargetState> Of(IEnumerable<Facts> facts, Func<Facts, TargetState> make)
    {
        var earlier = new EarlierList<(Facts Facts, TargetState State)>(_told);
        var told = new List<(Facts, TargetState State)>(_told.Count);
        foreach (var one in facts)
            told.Add((one, earlier.Next(one, AreSame).State ?? make(one)));
        _told = told.Count > EarlierList<TargetState>.Most ? [] : told;
        return told.ConvertAll(one => one.State);
    }

    private static bool AreSame((Facts Facts, TargetState) known, Facts now) => known.Facts == now;
}
