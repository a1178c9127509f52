using IwTune.Shared.Policies;

namespace IwTune.Agent.Engine;

/// <summary>What a target is to read back as.</summary>
/// <param name="Window">The window.</param>
/// <param name="OrUnset">
/// True for a target that was put back: when its owner made it anew meanwhile, only our window is taken away, and what a step had made is
/// gone.
/// </param>
/// <param name="Or">What its owner gave it behind something of ours, which is what it has once that is taken away.</param>
public sealed record Expected(Window Window, bool OrUnset = false, Window? Or = null)
{
    /// <summary>True when this is what was expected.</summary>
    public bool Meets(Window found) => found == Window || (OrUnset && found.IsUnset) || found == Or;
}
