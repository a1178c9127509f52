using System.Runtime.CompilerServices;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.History;

/// <summary>A tuner with a memory: it reports what every target was, and records that before it lets anything change.</summary>
/// <param name="inner">Reads and sets.</param>
/// <param name="journal">Remembers.</param>
/// <param name="renamed">Gets the new names of targets by their old ones, before the journal does.</param>
public sealed class JournaledTuner(ITuner inner, Journal journal, Action<IReadOnlyDictionary<string, string>>? renamed = null) : ITuner
{
    /// <summary>Steps that share a flush of the journal: 16,000 routes take four.</summary>
    private const int Together = 4096;

    /// <summary>The targets of the last reading, as they were read and as they were passed on.</summary>
    private List<(Target Read, Target Told)> _told = [];

    private string _bootId = "";
    private long _transaction;

    public Capabilities Capabilities => inner.Capabilities;

    public async ValueTask<HostSnapshot> ReadAsync(CancellationToken ct)
    {
        var read = await inner.ReadAsync(ct);
        _bootId = read.BootId;
        if (!journal.Managed.Any())
            return read;
        FollowNames(read);
        var targets = Remembered(read);
        // Of ten thousand routes, most readings show every one that is ours.
        if (targets.Count(target => target.LastSet is not null) < journal.Managed.Count())
            targets.AddRange(Unseen(read).Select(target => Remembered(target, read.BootId, before: null)));
        return read with { Targets = targets };
    }

    public Resolution Resolve(BundleContent content, HostSnapshot observed)
    {
        var resolution = inner.Resolve(content, observed);
        return resolution.Wants.Any(want => want.Target.IsNew)
            ? resolution with
            {
                Wants = [.. resolution.Wants.Select(want => want with { Target = Remembered(want.Target, observed.BootId, before: null) })],
            }
            : resolution;
    }

    public IReadOnlyList<Target> Unseen(IReadOnlyDictionary<string, Window> lost) => inner.Unseen(lost);

    public bool IsImageOf(Target target, BeforeImage before) => inner.IsImageOf(target, before);

    /// <summary>Every step from now on belongs to this transaction.</summary>
    public void Join(Transaction transaction) => (_transaction, Unrecorded) = (transaction.Id, null);

    /// <summary>Why outcomes of the joined transaction are not in the journal; <see langword="null"/> when all of them are.</summary>
    public Exception? Unrecorded { get; private set; }

    public async ValueTask<Outcome> ApplyAsync(Step step, CancellationToken ct)
    {
        await foreach (var outcomes in TakeAsync([step], ct))
            return outcomes[0];
        throw new OperationCanceledException(ct);
    }

    /// <summary>Takes all steps. The present state of many targets is written at once; then their steps are taken.</summary>
    /// <param name="steps">The steps in their order, of different targets.</param>
    /// <param name="ct">Stops between steps.</param>
    /// <returns>The outcomes of the next steps, each time some were taken.</returns>
    /// <exception cref="OperationCanceledException">Stopped: steps that were not taken left their targets unchanged.</exception>
    public async IAsyncEnumerable<IReadOnlyList<Outcome>> TakeAsync(
        IReadOnlyList<Step> steps,
        [EnumeratorCancellation] CancellationToken ct
    )
    {
        foreach (var round in steps.Chunk(Together))
        {
            ct.ThrowIfCancellationRequested();
            if (Unwritten(round) is { } why)
            {
                yield return await UnwrittenAsync(round, why);
                continue;
            }
            for (var rest = round.AsMemory(); rest.Length > 0; )
            {
                if (ct.IsCancellationRequested)
                {
                    After(rest, [.. rest.ToArray().Select(_ => new Outcome.Refused("Stopped before this step."))]);
                    ct.ThrowIfCancellationRequested();
                }
                var taken = await inner.ApplyAsync(rest.ToArray(), CancellationToken.None); // a step is taken whole or not at all
                After(rest[..taken.Count], taken);
                rest = rest[taken.Count..];
                yield return taken;
            }
        }
    }

    public ValueTask<IReadOnlyList<string>> SweepAsync(IReadOnlySet<string> managed, CancellationToken ct) => inner.SweepAsync(managed, ct);

    public IReadOnlyList<string> Listed(IReadOnlySet<string> managed) => inner.Listed(managed);

    public ValueTask<Following> FollowAsync(IReadOnlySet<string> managed, CancellationToken ct) => inner.FollowAsync(managed, ct);

    public ValueTask<IReadOnlyList<string>> StandDownAsync(CancellationToken ct) => inner.StandDownAsync(ct);

    public async IAsyncEnumerable<HostChanged> WatchAsync([EnumeratorCancellation] CancellationToken ct)
    {
        await foreach (var change in inner.WatchAsync(ct))
            yield return change;
    }

    private List<Target> Remembered(HostSnapshot read)
    {
        var earlier = new EarlierList<(Target Read, Target Told)>(_told);
        var told = new List<(Target, Target Told)>(read.Targets.Count);
        foreach (var target in read.Targets)
            told.Add((target, Remembered(target, read.BootId, earlier.Next(target, IsOf).Told)));
        _told = told.Count > EarlierList<Target>.Most ? [] : told;
        return told.ConvertAll(one => one.Told);
    }

    private static bool IsOf((Target Read, Target) known, Target target) => ReferenceEquals(known.Read, target);

    /// <param name="target">As it was read.</param>
    /// <param name="bootId">The boot it was read in.</param>
    /// <param name="before">The same target as it was passed on after the reading before, if it was.</param>
    private Target Remembered(Target target, string bootId, Target? before)
    {
        if (journal.Of(target, bootId) is not var (image, last))
            return target;
        var original = IsAnothers(target, image, last) ? null : image;
        return before is not null && ReferenceEquals(before.Original, original) && ReferenceEquals(before.LastSet, last)
            ? before
            : target with
            {
                Original = original,
                LastSet = last,
            };
    }

    /// <summary>The image of a deleted route would give another program's, which has taken its name, a window that it never had.</summary>
    private bool IsAnothers(Target target, BeforeImage image, Setting last) =>
        last.By == StrategyKind.InPlace
        && !image.Raw.IsEmpty
        && !journal.Gave(target)
        && !inner.IsImageOf(target with { Original = image, LastSet = last }, image);

    private IReadOnlyList<Target> Unseen(HostSnapshot read)
    {
        var lost = journal.Given();
        foreach (var target in read.Targets)
            lost.Remove(target.Id);
        return inner.Unseen(lost);
    }

    /// <summary>An image follows its target to a new name; without it our window would pass for the owner's.</summary>
    private void FollowNames(HostSnapshot read)
    {
        var names = new NewNames(inner, journal).In(read);
        if (names.Count == 0)
            return;
        renamed?.Invoke(names);
        journal.Rename(names);
    }

    /// <summary>Writes the present state of the targets.</summary>
    /// <returns>Why it could not be written; <see langword="null"/> when it was.</returns>
    private Exception? Unwritten(Step[] steps)
    {
        try
        {
            journal.Before(_transaction, steps.Select(step => (step.Target, Aim(step).Wanted)), _bootId);
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return e;
        }
    }

    /// <summary>
    /// The original windows are stored already: a full disk must not keep the dead-man timer from restoring them. Any other step waits.
    /// </summary>
    private async ValueTask<IReadOnlyList<Outcome>> UnwrittenAsync(Step[] steps, Exception why)
    {
        var outcomes = new List<Outcome>(steps.Length);
        foreach (var step in steps)
            outcomes.Add(
                Aim(step).Releases
                    ? await inner.ApplyAsync(step, CancellationToken.None)
                    : new Outcome.Refused(
                        $"The before-image of '{step.Target.Id}' could not be stored: {why.Message} Nothing is changed without it. Free "
                            + "disk space or repair the state directory, then try again."
                    )
            );
        return outcomes;
    }

    private void After(ReadOnlyMemory<Step> steps, IReadOnlyList<Outcome> outcomes)
    {
        try
        {
            journal.After(_transaction, steps.ToArray().Zip(outcomes, (step, outcome) => (step.Target, outcome, Releases(step, outcome))));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The before-images are safe, which is all that a restore needs; the next start treats the steps as possibly taken.
            Unrecorded = e;
        }
    }

    /// <summary>True when the target is now what it originally was.</summary>
    private static bool Releases(Step step, Outcome outcome) =>
        (step.Target.Original is null && outcome is not Outcome.Applied)
        || (Aim(step).Releases && outcome is Outcome.Applied or Outcome.AlreadyThere);

    private static (Window Wanted, bool Releases) Aim(Step step) =>
        step switch
        {
            Step.Set set => (set.Wanted, false),
            Step.PutBack { Before: var before, Target.Original: var original } => (before.Window, IsOriginal(before, original)),
            _ => throw new ArgumentOutOfRangeException(nameof(step), step, "not a step this version knows"),
        };

    private static bool IsOriginal(BeforeImage before, BeforeImage? original) =>
        original is not null && before.Window == original.Window && before.Raw.Span.SequenceEqual(original.Raw.Span);
}
