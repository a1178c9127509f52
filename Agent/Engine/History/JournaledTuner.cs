using System.Runtime.CompilerServices;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.History;

/// <summary>A tuner that remembers: it tells what every target was, and writes that down before it lets anything change.</summary>
public sealed class JournaledTuner(ITuner inner, Journal journal) : ITuner
{
    private string _bootId = "";
    private long _transaction;

    public Capabilities Capabilities => inner.Capabilities;

    public async ValueTask<HostSnapshot> ReadAsync(CancellationToken ct)
    {
        var read = await inner.ReadAsync(ct);
        _bootId = read.BootId;
        FollowNames(read);
        return read with { Targets = [.. read.Targets.Select(target => Remembered(target, read.BootId))] };
    }

    public Resolution Resolve(BundleContent content, HostSnapshot observed)
    {
        var resolution = inner.Resolve(content, observed);
        return resolution.Wants.Any(want => want.Target.IsNew)
            ? resolution with { Wants = [.. resolution.Wants.Select(want => want with { Target = Remembered(want.Target, observed.BootId) })] }
            : resolution;
    }

    public bool IsRenamed(Target target, BeforeImage before) => inner.IsRenamed(target, before);

    /// <summary>Every step from now on belongs to this transaction.</summary>
    public void Join(Transaction transaction) => _transaction = transaction.Id;

    public async ValueTask<Outcome> ApplyAsync(Step step, CancellationToken ct)
    {
        var (wanted, releases) = Aim(step);
        try
        {
            journal.Before(_transaction, step.Target, _bootId, wanted);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // What a target originally was is safe already: a full disk must not keep the dead-man timer from putting it back.
            return releases ? await inner.ApplyAsync(step, ct) : new Outcome.Refused(
                $"What '{step.Target.Id}' is now could not be written down: {e.Message} Without that nothing is changed. Free space or mend the state directory, then try again.");
        }
        var outcome = await inner.ApplyAsync(step, ct);
        var holds = outcome is Outcome.Applied or Outcome.AlreadyThere;
        var untouched = step.Target.Original is null && outcome is not Outcome.Applied;
        try
        {
            journal.After(_transaction, step.Target, outcome, released: untouched || (releases && holds));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The before-image is safe, which is all that putting back needs; the next start treats the step as perhaps taken.
        }
        return outcome;
    }

    public ValueTask<IReadOnlyList<string>> SweepAsync(IReadOnlySet<string> managed, CancellationToken ct) => inner.SweepAsync(managed, ct);

    public ValueTask<Following> FollowAsync(IReadOnlySet<string> managed, CancellationToken ct) => inner.FollowAsync(managed, ct);

    public ValueTask<IReadOnlyList<string>> StandDownAsync(CancellationToken ct) => inner.StandDownAsync(ct);

    public async IAsyncEnumerable<HostChanged> WatchAsync([EnumeratorCancellation] CancellationToken ct)
    {
        await foreach (var change in inner.WatchAsync(ct))
            yield return change;
    }

    private Target Remembered(Target target, string bootId) =>
        journal.Of(target, bootId) is { } ours ? target with { Original = ours.Original, LastSet = ours.LastSet } : target;

    /// <summary>An image whose target has another name by now goes on under that one; lost, our window would pass for the owner's.</summary>
    private void FollowNames(HostSnapshot read)
    {
        var images = journal.Originals.Where(before => before.BootId == read.BootId && !before.Raw.IsEmpty).ToList();
        if (images.Count == 0)
            return; // a host may have thousands of targets, and most readings happen where nothing is ours
        var there = read.Targets.Select(target => target.Id).ToHashSet(StringComparer.Ordinal);
        foreach (var before in images.Where(before => !there.Contains(before.TargetId)))
        {
            if (read.Targets.FirstOrDefault(target => !journal.Managed.Contains(target.Id) && inner.IsRenamed(target, before)) is { } now)
                journal.Rename(before.TargetId, now.Id);
        }
    }

    private static (Window Wanted, bool Releases) Aim(Step step) => step switch
    {
        Step.Set set => (set.Wanted, false),
        Step.PutBack { Before: var before, Target.Original: var original } => (before.Window, IsOriginal(before, original)),
        _ => throw new ArgumentOutOfRangeException(nameof(step), step, "not a step this version knows"),
    };

    private static bool IsOriginal(BeforeImage before, BeforeImage? original) =>
        original is not null && before.Window == original.Window && before.Raw.Span.SequenceEqual(original.Raw.Span);
}
