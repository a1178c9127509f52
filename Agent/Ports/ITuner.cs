using IwTune.Agent.Engine;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Ports;

/// <summary>Reads and sets the initial windows of one host. Declarative and idempotent; survives being called twice.</summary>
public interface ITuner
{
    /// <summary>What this kernel or build can express.</summary>
    Capabilities Capabilities { get; }

    /// <summary>Every target with window, owner and raw before-image, as it is now.</summary>
    /// <exception cref="TunerUnavailableException">The system cannot be read at all; try again later.</exception>
    ValueTask<HostSnapshot> ReadAsync(CancellationToken ct);

    /// <summary>
    /// From scopes to targets: which targets carry what the content wants, and what this system cannot express. A target that is not there
    /// yet and that a step would make is among them.
    /// </summary>
    /// <param name="content">What is wanted.</param>
    /// <param name="observed">As <see cref="ReadAsync"/> returned it.</param>
    Resolution Resolve(BundleContent content, HostSnapshot observed);

    /// <summary>Takes one step. Compares first: <see cref="Outcome.AlreadyThere"/> when nothing had to be written.</summary>
    /// <returns>What became of the step. A step that cannot be taken is a value, not an exception.</returns>
    ValueTask<Outcome> ApplyAsync(Step step, CancellationToken ct);

    /// <summary>
    /// Takes the next of these steps, which are of different targets: as many as cost little more than one, at least one. One that cannot
    /// be taken does not keep the later ones from being taken.
    /// </summary>
    /// <param name="steps">The steps in their order; not empty.</param>
    /// <param name="ct">As for one step.</param>
    /// <returns>What became of the first of the steps; those behind them have not been touched.</returns>
    async ValueTask<IReadOnlyList<Outcome>> ApplyAsync(IReadOnlyList<Step> steps, CancellationToken ct) => [await ApplyAsync(steps[0], ct)];

    /// <summary>
    /// True when the image was taken of this very target, which has another name by now because an interface was renamed.
    /// </summary>
    /// <param name="target">As read now, in the boot of the image.</param>
    /// <param name="before">The image of a target whose id no target has any more.</param>
    bool IsRenamed(Target target, BeforeImage before);

    /// <summary>
    /// Removes what an earlier process of ours made and no managed target accounts for: shadow routes, drop-ins, programs.
    /// Without it a lost journal or a kill at the wrong moment would leave rows that nobody owns.
    /// </summary>
    /// <param name="managed">The ids of the targets whose before-images the journal holds.</param>
    /// <param name="ct">Stops only between removals.</param>
    /// <returns>What was removed, in words; empty when there was nothing.</returns>
    /// <exception cref="TunerUnavailableException">The system cannot be read.</exception>
    ValueTask<IReadOnlyList<string>> SweepAsync(IReadOnlySet<string> managed, CancellationToken ct);

    /// <summary>
    /// Keeps what stands before an owner's own true to it: takes it away where the owner's is gone, copies what the owner changed, and
    /// renews what goes away by itself when nobody does. Called before every reading that leads to steps, and again when it says so.
    /// </summary>
    /// <param name="managed">The ids of the targets whose before-images the journal holds.</param>
    /// <param name="ct">Stops only between changes.</param>
    /// <exception cref="TunerUnavailableException">The system cannot be read.</exception>
    ValueTask<Following> FollowAsync(IReadOnlySet<string> managed, CancellationToken ct);

    /// <summary>
    /// Removes what must not outlive a watching agent: a shadow keeps an old gateway when nobody follows the owner's route.
    /// The journal keeps the targets; the next start sets them again.
    /// </summary>
    /// <returns>What was removed, in words; empty when there was nothing.</returns>
    /// <exception cref="TunerUnavailableException">The system cannot be read.</exception>
    ValueTask<IReadOnlyList<string>> StandDownAsync(CancellationToken ct);

    /// <summary>
    /// Tells that something on the host changed that may concern a target, until cancelled. Never tells of the tuner's own writes.
    /// </summary>
    IAsyncEnumerable<HostChanged> WatchAsync(CancellationToken ct);
}
