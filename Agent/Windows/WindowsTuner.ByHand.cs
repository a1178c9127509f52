using IwTune.Agent.Ports;

namespace IwTune.Agent.Windows;

/// <summary>The restore without the agent.</summary>
public sealed partial class WindowsTuner
{
    /// <summary>
    /// The commands by which a person restores these targets and removes whatever else of ours is left, without the agent.
    /// </summary>
    /// <param name="managed">Those with a before-image.</param>
    /// <param name="ct">Ends a wait for a tool that does not answer.</param>
    /// <exception cref="TunerUnavailableException">The templates cannot be read.</exception>
    public ValueTask<IReadOnlyList<ManualUndo>> ByHandAsync(IReadOnlyList<Target> managed, CancellationToken ct) =>
        AloneAsync(async () => RestoreByHand.Of(await LookAsync(ct), managed), ct);
}
