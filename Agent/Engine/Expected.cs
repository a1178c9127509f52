using IwTune.Shared.Policies;

namespace IwTune.Agent.Engine;

/// <summary>The expected read-back of a target.</summary>
/// <param name="Window">The window.</param>
/// <param name="OrUnset">
/// True for a restored target, which may also read back without a window: when its owner recreated it meanwhile only our window is removed,
/// and a target that a step created is gone.
/// </param>
/// <param name="Or">The window that its owner set behind ours; the target has it once ours is removed.</param>
public sealed record Expected(Window Window, bool OrUnset = false, Window? Or = null)
{
    /// <summary>True when this is what was expected.</summary>
    public bool Meets(Window found) => found == Window || (OrUnset && found.IsUnset) || found == Or;
}
