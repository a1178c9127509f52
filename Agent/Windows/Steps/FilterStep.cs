using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.TransportFilters;

namespace IwTune.Agent.Windows.Steps;

/// <summary>
/// A filter of ours: listed before it is made, and until it is gone. Filters cannot be changed, only removed and recreated.
/// </summary>
internal static class FilterStep
{
    public static async ValueTask<Outcome> SetAsync(WindowsWork work, Step.Set step, CancellationToken ct)
    {
        var planned = WindowsImage.Read(step.Target.Raw).Filter!;
        var state = await work.LookAsync(ct);
        if (Blocked(state, planned.Match) is { } blocked)
            return blocked;
        var there = state.For(planned.Match).FirstOrDefault();
        if ((Through(step.Target.Through) ?? there?.Setting) is not { } setting)
            return new Outcome.Refused($"{step.Target.Id} has no window of its own: its template has. Name the template.");
        if (state.WindowOf(setting) != step.Wanted)
            return new Outcome.Refused(
                $"{WindowsTargets.Id(setting)} has '{state.WindowOf(setting)}' and not '{step.Wanted}', so {step.Target.Id} does not "
                    + "give it."
            );
        if (there?.Setting == setting)
            return step.Target is { Original: null, Current.IsUnset: true }
                ? new Outcome.Applied("An earlier run had made it already.")
                : new Outcome.AlreadyThere();
        return await MakeAsync(work, state, planned.Match, setting, ct);
    }

    public static async ValueTask<Outcome> PutBackAsync(WindowsWork work, Step.PutBack step, CancellationToken ct)
    {
        var before =
            WindowsImage.Read(step.Before.Raw).Filter
            ?? throw new FormatException($"the before-image of {step.Target.Id} is none of a filter");
        var state = await work.LookAsync(ct);
        if (state.OwnershipProblem.Length > 0 || state.Filters.Problem.Length > 0)
            return new Outcome.Failed(
                $"{step.Target.Id} was not restored: {(state.OwnershipProblem.Length > 0 ? state.OwnershipProblem : state.Filters.Problem)}"
            );
        if (before.Setting is not { } setting)
            return await FilterRemoval.RemoveAsync(work, state, before.Match, ct);
        if (Blocked(state, before.Match) is { } blocked)
            return new Outcome.Failed(blocked.Reason);
        // Its window follows when its template is restored, which comes after it.
        return state.For(before.Match).FirstOrDefault()?.Setting != setting ? await MakeAsync(work, state, before.Match, setting, ct)
            : step.Target.Current == step.Before.Window ? new Outcome.AlreadyThere()
            : new Outcome.Applied();
    }

    private static Outcome.Refused? Blocked(WindowsState state, FilterMatch match) =>
        state.Filters.Problem.Length > 0 ? new Outcome.Refused(state.Filters.Problem)
        : state.OwnershipProblem.Length > 0 ? new Outcome.Refused(state.OwnershipProblem)
        : state.For(match).FirstOrDefault(filter => !state.IsOwned(filter)) is { } foreign
            ? new Outcome.Refused($"Another program made '{match.Id}', which gives {foreign.Setting}; it is not touched.")
        : null;

    private static TemplateName? Through(string? name) => Enum.TryParse<TemplateName>(name, out var setting) ? setting : null;

    private static async ValueTask<Outcome> MakeAsync(
        WindowsWork work,
        WindowsState state,
        FilterMatch match,
        TemplateName setting,
        CancellationToken ct
    )
    {
        var made = match.With(setting);
        var former = state.For(match).FirstOrDefault();
        var others = state.Owned.Where(filter => FilterMatch.Of(filter) != match).ToList();
        try
        {
            work.Ownership.Write([.. state.Owned, made]);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return new Outcome.Refused($"That '{match.Id}' is ours could not be written down: {e.Message} Without that it is not made.");
        }
        // Only a reading shows whether it is gone: a tool may complain although it removed it.
        if (
            former is not null
            && await work.Methods.Filters.RemoveAsync(former, ct) is { Length: > 0 } complaint
            && await work.LookAsync(ct) is var left
            && (left.Filters.Problem.Length > 0 || left.For(match).Any())
        )
            return new Outcome.Failed($"'{match.Id}' could not be removed to be made anew with {setting}: {complaint}");
        var problem = await work.Methods.Filters.AddAsync(made, ct);
        var after = await work.LookAsync(ct);
        if (after.Filters.Problem.Length > 0)
            // Possibly there: the before-image must be kept.
            return new Outcome.Applied($"'{match.Id}' was made, and could not be read back: {after.Filters.Problem}");
        if (after.For(match).Any(filter => filter.Setting == setting))
            return Listed(
                work,
                [.. others, made],
                problem.Length == 0 ? new Outcome.Applied() : new Outcome.Applied($"It reads back, though the tool complained: {problem}")
            );
        var failed =
            problem.Length == 0
                ? $"'{match.Id}' was made with {setting} without complaint and does not read back."
                : $"'{match.Id}' could not be made with {setting}: {problem}";
        if (former is null)
            return Listed(work, others, new Outcome.Failed(failed));
        var lost = await work.Methods.Filters.AddAsync(former, ct);
        return Listed(
            work,
            [.. others, former],
            new Outcome.Failed(
                lost.Length == 0
                    ? $"{failed} It gives {former.Setting} as before."
                    : $"{failed} That it gives {former.Setting} as before failed too: {lost}"
            )
        );
    }

    /// <summary>A list that is too long does no harm: a missing filter cannot be removed. The next sweep shortens the list.</summary>
    internal static void Keep(WindowsWork work, IEnumerable<TransportFilter> filters)
    {
        try
        {
            work.Ownership.Write(filters);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException) { }
    }

    private static Outcome Listed(WindowsWork work, IEnumerable<TransportFilter> filters, Outcome outcome)
    {
        Keep(work, filters);
        return outcome;
    }
}
