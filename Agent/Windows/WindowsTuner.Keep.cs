using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Steps;
using IwTune.Agent.Windows.TransportFilters;

namespace IwTune.Agent.Windows;

/// <summary>Filters that are listed as ours but no longer belong to a managed target.</summary>
public sealed partial class WindowsTuner
{
    /// <inheritdoc/>
    public ValueTask<IReadOnlyList<string>> SweepAsync(IReadOnlySet<string> managed, CancellationToken ct) =>
        AloneAsync(() => SweptAsync(managed, ct), ct);

    /// <inheritdoc/>
    public IReadOnlyList<string> Listed(IReadOnlySet<string> managed) =>
        [.. Unaccounted(_ownership.Read(), managed).Select(match => match.Id)];

    /// <inheritdoc/>
    /// <remarks>Nothing of ours expires or follows a setting of another program; only what a failed step left is removed.</remarks>
    public ValueTask<Following> FollowAsync(IReadOnlySet<string> managed, CancellationToken ct) =>
        AloneAsync(async () => new Following(await SweptAsync(managed, ct), null), ct);

    /// <summary>Windows keeps templates and filters by itself; they need no running agent.</summary>
    public ValueTask<IReadOnlyList<string>> StandDownAsync(CancellationToken ct) => ValueTask.FromResult<IReadOnlyList<string>>([]);

    private async ValueTask<IReadOnlyList<string>> SweptAsync(IReadOnlySet<string> managed, CancellationToken ct)
    {
        if (Unaccounted(_ownership.Peek(), managed).Count == 0)
            return [];
        var work = new WindowsWork(methods, _ownership, LookAsync);
        var done = new List<string>();
        foreach (var match in Unaccounted((await work.LookAsync(ct)).Owned, managed))
        {
            var state = await work.LookAsync(ct);
            if (state.Filters.Problem.Length == 0 && await FilterRemoval.RemoveAsync(work, state, match, ct) is Outcome.Applied)
                done.Add(match.Id);
        }
        Took(work);
        return done;
    }

    private static IReadOnlyList<FilterMatch> Unaccounted(IReadOnlyList<TransportFilter> owned, IReadOnlySet<string> managed) =>
        [.. owned.Select(FilterMatch.Of).Distinct().Where(match => !managed.Contains(match.Id))];
}
