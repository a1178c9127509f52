using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Cli.WindowsChecking;

/// <summary>What the results of a check say about each cell of its release.</summary>
internal static class CheckFindings
{
    private const string NotTried = "Nothing was changed; run it with --write.";

    /// <param name="check">The check.</param>
    /// <param name="results">Of its trials; none for a check that only read.</param>
    /// <param name="written">True for a check with --write.</param>
    public static IReadOnlyList<CheckFinding> Of(HostCheck check, IReadOnlyList<CheckTrialResult> results, bool written)
    {
        var tried = results.Where(result => result.Tried).ToList();
        return
        [
            .. Enum.GetValues<VersionAspect>()
                .Select(aspect =>
                {
                    var (result, why) = aspect switch
                    {
                        VersionAspect.Rollback => Rollback(tried),
                        VersionAspect.Drift => Drift(tried),
                        _ => Scope(check, results, aspect.Word()),
                    };
                    return new CheckFinding(
                        check.Release,
                        aspect.Word(),
                        check.Marks.GetValueOrDefault(aspect.Word(), "-"),
                        result,
                        why.Length > 0 ? why
                            : written ? "Nothing could be tried."
                            : NotTried
                    );
                }),
        ];
    }

    private static (CheckResult, string) Scope(HostCheck check, IReadOnlyList<CheckTrialResult> results, string aspect) =>
        results.FirstOrDefault(result => result.Trial.Aspect == aspect) switch
        {
            null => (CheckResult.NotSeen, check.Absent.GetValueOrDefault(aspect, "")),
            { Tried: false } untried => (CheckResult.NotSeen, untried.Why),
            { Changed: true } changed => (CheckResult.Confirmed, changed.Why),
            // A method that cannot read decides nothing; only what was seen contradicts.
            { Methods: 0 } unseen => (CheckResult.NotSeen, unseen.Why),
            var other => (CheckResult.Contradicted, other.Why),
        };

    private static (CheckResult, string) Rollback(List<CheckTrialResult> tried)
    {
        var unrestored = tried.Where(result => result.Unrestored.Length > 0).Select(result => result.Unrestored).ToList();
        var changed = tried.Where(result => result.Changed).Select(result => result.Trial.Subject).ToList();
        return unrestored.Count > 0 ? (CheckResult.Contradicted, string.Join(' ', unrestored))
            : changed.Count > 0 ? (CheckResult.Confirmed, $"Restored and read back: {string.Join(", ", changed)}.")
            : (CheckResult.NotSeen, "");
    }

    /// <summary>A change by another program is drift; it is found when the methods that read show it.</summary>
    private static (CheckResult, string) Drift(List<CheckTrialResult> tried) =>
        tried.FirstOrDefault(result => result.Disagreed) is { } disagreed
            ? (CheckResult.Contradicted, $"The methods did not show the same for {disagreed.Trial.Subject}. {disagreed.Why}")
        : tried.Where(result => result.Changed).Select(result => result.Trial.Subject).ToList() is { Count: > 0 } seen
            ? (CheckResult.Confirmed, $"Every method that reads showed the change of {string.Join(", ", seen)}.")
        : (CheckResult.NotSeen, "");
}
