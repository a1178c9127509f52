using IwTune.Shared.Policies;

namespace IwTune.Agent.Engine.Standing;

/// <summary>
/// Overrides of targets that show the window of another: a transport filter of Windows has that of its template. Neither can be overridden
/// without the other.
/// </summary>
internal static class BorrowedWindows
{
    /// <summary>
    /// An override of everything that borrows a window is one of its lender, unless the lender has its own override or serves more than
    /// prefixes.
    /// </summary>
    /// <param name="resolution">What is required.</param>
    /// <param name="overrides">By target; gets those of the lenders.</param>
    public static void Lend(Resolution resolution, Dictionary<string, LocalOverride> overrides)
    {
        foreach (var borrowers in resolution.Wants.Where(want => want.Follows.Count == 1).GroupBy(want => want.Follows[0]))
        {
            var given = borrowers.Select(want => overrides.GetValueOrDefault(want.Target.Id)).ToList();
            if (
                given is [{ } first, ..]
                && given.TrueForAll(one => one?.Window == first.Window)
                && resolution.Wants.Any(want => want.Target.Id == borrowers.Key && want.Scope is Scope.Prefix)
            )
                overrides.TryAdd(borrowers.Key, first with { Target = borrowers.Key });
        }
    }

    /// <summary>What borrows a window has the one that its lenders get, or cannot have its own.</summary>
    public static IReadOnlyList<Want> Shown(IReadOnlyList<Want> wants)
    {
        var byId = wants.ToDictionary(want => want.Target.Id, StringComparer.Ordinal);
        return [.. wants.Select(want => want.Follows.Count == 0 ? want : Shown(want, byId))];
    }

    private static Want Shown(Want want, Dictionary<string, Want> byId)
    {
        var lenders = want.Follows.Select(id => byId.GetValueOrDefault(id)).OfType<Want>().ToList();
        if (lenders.Count != want.Follows.Count || lenders.TrueForAll(lender => lender.Window == want.Window))
            return want;
        if (want.Override is not null)
            return want with
            {
                Cannot =
                    $"{want.Target.Id} has no window of its own but that of {string.Join(" and ", want.Follows)}, which others have too. "
                    + $"Override {(want.Follows.Count == 1 ? "that one" : "those")} instead.",
            };
        return
            lenders.Find(lender => lender.Override is not null) is { } overridden
            && lenders.TrueForAll(lender => lender.Window == overridden.Window)
            ? want with
            {
                Window = overridden.Window,
                Override = overridden.Override,
                Asked = want.Window,
            }
            : want;
    }
}
