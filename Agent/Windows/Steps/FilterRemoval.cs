using IwTune.Agent.Ports;
using IwTune.Agent.Windows.TransportFilters;

namespace IwTune.Agent.Windows.Steps;

/// <summary>Removes filters of ours, and no others.</summary>
internal static class FilterRemoval
{
    public static async ValueTask<Outcome> RemoveAsync(WindowsWork work, WindowsState state, FilterMatch match, CancellationToken ct)
    {
        var ours = state.For(match).Where(state.IsOwned).ToList();
        var problems = new List<string>();
        foreach (var filter in ours)
            problems.Add(await work.Methods.Filters.RemoveAsync(filter, ct));
        if (ours.Count == 0)
            return Unlisted(work, state, match, new Outcome.AlreadyThere());
        var after = await work.LookAsync(ct);
        var complaint = string.Join(' ', problems.Where(problem => problem.Length > 0));
        if (after.Filters.Problem.Length > 0)
            return new Outcome.Failed($"'{match.Id}' was removed, and that could not be read back: {after.Filters.Problem}");
        if (after.For(match).Any(state.IsOwned))
            return new Outcome.Failed(
                complaint.Length == 0
                    ? $"'{match.Id}' was removed without complaint and is still there."
                    : $"'{match.Id}' could not be removed: {complaint}"
            );
        return Unlisted(
            work,
            after,
            match,
            new Outcome.Applied(complaint.Length == 0 ? "" : $"It is gone, though the tool complained: {complaint}")
        );
    }

    private static Outcome Unlisted(WindowsWork work, WindowsState state, FilterMatch match, Outcome outcome)
    {
        FilterStep.Keep(work, state.Owned.Where(filter => FilterMatch.Of(filter) != match));
        return outcome;
    }
}
