using IwTune.Shared.Policies;

namespace IwTune.Agent.Engine;

/// <summary>What a target is to read back as.</summary>
/// <param name="Window">The window.</param>
/// <param name="OrUnset">True for a target that was put back: when its owner made it anew meanwhile, only our window is taken away.</param>
public sealed record Expected(Window Window, bool OrUnset = false)
{
    /// <summary>True when this is what was expected.</summary>
    public bool Meets(Window found) => found == Window || (OrUnset && found.IsUnset);
}
