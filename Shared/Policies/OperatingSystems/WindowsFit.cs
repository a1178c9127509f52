namespace IwTune.Shared.Policies.OperatingSystems;

/// <summary>Something of a policy that a release of Windows makes less of, or nothing.</summary>
/// <param name="Unsupported">True when a scope cannot be set at all there; its hosts are then Unsupported and not failing.</param>
/// <param name="Text">What and why, as a sentence.</param>
public sealed record Misfit(bool Unsupported, string Text);

/// <summary>
/// What a release of Windows cannot express of a policy. The agent says the same when it plans; this says it before anything is published.
/// </summary>
public static class WindowsFit
{
    /// <summary>The largest window of the template that the hotfix adds to 2008 R2, segments (KB2472264).</summary>
    private const int MostOn2008R2 = 16;

    /// <returns>Empty when everything can be set.</returns>
    public static IReadOnlyList<Misfit> Of(IReadOnlyList<ScopeRule> scopes, WindowsRelease release) =>
        release == WindowsRelease.Client
            ? [new(true, "A client edition of Windows: its templates can be read but not set.")]
            :
            [
                .. Values(scopes, release),
                .. Places(scopes),
                .. OfPrefixes(scopes, release),
                .. ByHand(release),
                .. Receiving(scopes),
                .. Deciding(scopes),
            ];

    private static IEnumerable<Misfit> Values(IReadOnlyList<ScopeRule> scopes, WindowsRelease release)
    {
        foreach (var refused in Asked(scopes).Where(segments => !TemplateRules.Takes(segments)))
            yield return new(true, TemplateRules.Refusal(refused));
        foreach (
            var large in Asked(scopes)
                .Where(segments => release == WindowsRelease.Server2008R2 && TemplateRules.Takes(segments) && segments > MostOn2008R2)
        )
            yield return new(true, $"Windows Server 2008 R2 takes at most {MostOn2008R2} segments; {large} is more.");
    }

    private static IEnumerable<Misfit> Places(IReadOnlyList<ScopeRule> scopes)
    {
        if (scopes.Any(rule => rule.Scope is Scope.Interface))
            yield return new(true, "Scopes by interface: Windows chooses a template by round-trip time, prefix or port.");
        if (scopes.Any(rule => rule.Scope is Scope.Table))
            yield return new(true, "Scopes by routing table: Windows has only one.");
        if (scopes.Any(rule => rule.Scope is Scope.Containers))
            yield return new(true, "Scopes by container: Windows gives the processes of one container no window of their own.");
    }

    /// <summary>Every distinct window of prefixes needs a custom template that nothing else has another window in.</summary>
    internal static IEnumerable<Misfit> OfPrefixes(IReadOnlyList<ScopeRule> scopes, WindowsRelease release)
    {
        var byDefault = scopes.FirstOrDefault(rule => rule.Scope is Scope.Default);
        var wanted = Asked(scopes.Where(rule => rule.Scope is Scope.Prefix)).Where(TemplateRules.Takes).ToList();
        if (wanted.Count == 0)
            yield break;
        var custom = release.CustomTemplates();
        if (custom == 0)
        {
            yield return new(true, $"Scopes by prefix: {release.Name()} has no transport filters.");
            yield break;
        }
        // Also where the default scope cannot be set: what an earlier one set there stays.
        var taken = byDefault is not null && !release.SetsStockTemplates();
        var needed = taken ? wanted.Where(segments => segments != Begun(byDefault!)).ToList() : wanted;
        var free = taken ? 0 : custom;
        if (needed.Count > free)
            yield return new(
                true,
                $"Prefixes require {Counted(needed.Count, "window")} of their own ({string.Join(", ", needed)}), and {release.Name()} has "
                    + $"{(free == 0 ? "no custom template left: the default scope uses them" : Counted(free, "custom template"))}."
            );
    }

    private static IEnumerable<Misfit> ByHand(WindowsRelease release)
    {
        if (release == WindowsRelease.Server2008R2)
            yield return new(
                true,
                "Windows Server 2008 R2: the agent sets nothing there. With hotfix KB2472264, set it manually with the commands that "
                    + "'iwtune plan' prints."
            );
    }

    private static IEnumerable<Misfit> Receiving(IReadOnlyList<ScopeRule> scopes)
    {
        if (scopes.Any(rule => rule is { Window: { InitRwnd: not null, InitCwnd: null }, Steering: Steering.Fixed }))
            yield return new(
                true,
                "A scope that names initrwnd alone: Windows tunes receive windows itself and has no initial one to set."
            );
        else if (scopes.Any(rule => rule.Window.InitRwnd is not null))
            yield return new(false, "initrwnd is left out: Windows tunes receive windows itself and has no initial one to set.");
    }

    /// <summary>Not every end of a connection is seen there, and without that nothing may be raised (RFC 6928 §12).</summary>
    private static IEnumerable<Misfit> Deciding(IReadOnlyList<ScopeRule> scopes)
    {
        foreach (
            var steering in scopes
                .Select(rule => rule.Steering)
                .Where(steering => steering.Start is not null)
                .DistinctBy(steering => steering.Word)
        )
            yield return new(
                false,
                $"{steering.Word} stays at its start value of {steering.Start} segments: Windows does not report losses in the first "
                    + "flight."
            );
    }

    /// <summary>The number required of a template; the start value where the host decides it.</summary>
    private static int? Begun(ScopeRule rule) => rule.Window.InitCwnd ?? rule.Steering.Start;

    private static List<int> Asked(IEnumerable<ScopeRule> scopes) => [.. scopes.Select(Begun).OfType<int>().Distinct()];

    private static string Counted(int count, string noun) => $"{count} {noun}{(count == 1 ? "" : "s")}";
}
