using IwTune.Shared.Policies;

namespace IwTune.Agent.Ports;

/// <summary>One change of one target.</summary>
/// <param name="Target">The target when the step was planned.</param>
public abstract record Step(Target Target)
{
    /// <summary>Give the target this window and leave the rest of it unchanged.</summary>
    public sealed record Set(Target Target, Window Wanted) : Step(Target);

    /// <summary>
    /// Restore the target: byte for byte where everything but the window is unchanged, otherwise only our window is removed.
    /// </summary>
    public sealed record PutBack(Target Target, BeforeImage Before) : Step(Target);
}
