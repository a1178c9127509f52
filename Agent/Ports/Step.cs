using IwTune.Shared.Policies;

namespace IwTune.Agent.Ports;

/// <summary>One change of one target.</summary>
/// <param name="Target">The target as it was when the step was planned.</param>
public abstract record Step(Target Target)
{
    /// <summary>Give the target this window and leave everything else of it as it is.</summary>
    public sealed record Set(Target Target, Window Wanted) : Step(Target);

    /// <summary>
    /// Make the target what it was: byte for byte where everything but the window still is, otherwise only our window is taken away.
    /// </summary>
    public sealed record PutBack(Target Target, BeforeImage Before) : Step(Target);
}
