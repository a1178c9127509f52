using IwTune.Agent.Engine;
using IwTune.Agent.Engine.State;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Ports;

/// <summary>Reads and sets the initial windows of one host. Declarative and idempotent: a second call does no harm.</summary>
public interface ITuner
{
    /// <summary>What this kernel or build can express.</summary>
    Capabilities Capabilities { get; }

    /// <summary>Every target with window, owner and raw before-image, as it is now.</summary>
    /// <exception cref="TunerUnavailableException">The system cannot be read at all; try again later.</exception>
    ValueTask<HostSnapshot> ReadAsync(CancellationToken ct);

    /// <summary>
    /// From scopes to targets: which targets carry what the content requires, and what this system cannot express. A target that a step
    /// would create is included.
    /// </summary>
    /// <param name="content">The required content.</param>
    /// <param name="observed">As <see cref="ReadAsync"/> returned it.</param>
    Resolution Resolve(BundleContent content, HostSnapshot observed);

    /// <summary>Takes one step. Compares first: <see cref="Outcome.AlreadyThere"/> when nothing had to be written.</summary>
    /// <returns>The outcome of the step. A step that cannot be taken is a value, not an exception.</returns>
    ValueTask<Outcome> ApplyAsync(Step step, CancellationToken ct);

    /// <summary>
    /// Takes the next of these steps, which are of different targets: as many as cost little more than one, at least one. A step that
    /// cannot be taken does not prevent the later ones.
    /// </summary>
    /// <param name="steps">The steps in their order; not empty.</param>
    /// <param name="ct">As for one step.</param>
    /// <returns>The outcomes of the first steps; those behind them have not been touched.</returns>
    async ValueTask<IReadOnlyList<Outcome>> ApplyAsync(IReadOnlyList<Step> steps, CancellationToken ct) => [await ApplyAsync(steps[0], ct)];

    /// <summary>
    /// True when the image was taken of this target, whatever its name was: an interface may have been renamed, or another next hop has
    /// joined it. False for the target of another program that has the same name.
    /// </summary>
    /// <param name="target">As read now, in the boot of the image, with what was set last under the image's name.</param>
    /// <param name="before">The image.</param>
    bool IsImageOf(Target target, BeforeImage before);

    /// <summary>
    /// The targets of ours that the last reading does not show and that are not gone all the same: they still have something to restore.
    /// Of every other one there is nothing left.
    /// </summary>
    /// <param name="lost">The ids that no target has, each with the window that was set last.</param>
    IReadOnlyList<Target> Unseen(IReadOnlyDictionary<string, Window> lost) => [];

    /// <summary>
    /// Removes what an earlier process of ours made and no managed target accounts for: shadow routes, drop-ins, programs. Without it a
    /// lost journal or a kill at the wrong moment would leave rows without an owner.
    /// </summary>
    /// <param name="managed">The ids of the targets whose before-images the journal holds.</param>
    /// <param name="ct">Stops only between removals.</param>
    /// <returns>What was removed, in words; empty when there was nothing.</returns>
    /// <exception cref="TunerUnavailableException">The system cannot be read.</exception>
    ValueTask<IReadOnlyList<string>> SweepAsync(IReadOnlySet<string> managed, CancellationToken ct);

    /// <summary>
    /// The ids of what is listed as ours and belongs to no managed target; it may be gone already. Reads only the list. Empty on a system
    /// that needs no list, because what is ours bears a mark there.
    /// </summary>
    /// <param name="managed">As for <see cref="SweepAsync"/>.</param>
    /// <exception cref="StateUnusableException">The list cannot be read.</exception>
    IReadOnlyList<string> Listed(IReadOnlySet<string> managed) => [];

    /// <summary>
    /// Keeps what stands before an owner's own route equal to it: removes it where the owner's is gone, copies what the owner changed, and
    /// renews what expires. Called before every reading that leads to steps, and again at the time that it returns.
    /// </summary>
    /// <param name="managed">The ids of the targets whose before-images the journal holds.</param>
    /// <param name="ct">Stops only between changes.</param>
    /// <exception cref="TunerUnavailableException">The system cannot be read.</exception>
    ValueTask<Following> FollowAsync(IReadOnlySet<string> managed, CancellationToken ct);

    /// <summary>
    /// Removes what must not outlive a watching agent: a shadow keeps an old gateway when no process follows the owner's route. The journal
    /// keeps the targets; the next start sets them again.
    /// </summary>
    /// <returns>What was removed, in words; empty when there was nothing.</returns>
    /// <exception cref="TunerUnavailableException">The system cannot be read.</exception>
    ValueTask<IReadOnlyList<string>> StandDownAsync(CancellationToken ct);

    /// <summary>Reports changes on the host that may concern a target, until cancelled. Never reports the tuner's own writes.</summary>
    IAsyncEnumerable<HostChanged> WatchAsync(CancellationToken ct);
}

/// <summary>How a person undoes what the agent did to one thing, without the agent.</summary>
/// <param name="Of">A target's id, or what else of ours is left on the host.</param>
/// <param name="Lines">Commands of the system for a root shell, in order; a line that begins with # is for reading only.</param>
public sealed record ManualUndo(string Of, IReadOnlyList<string> Lines);
