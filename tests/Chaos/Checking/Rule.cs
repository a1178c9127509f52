using IwTune.Chaos.Checking.Rules;

namespace IwTune.Chaos.Checking;

/// <summary>A promise of the product, checked after a run by what is left of it.</summary>
internal abstract class Rule
{
    /// <summary>Every promise.</summary>
    public static IReadOnlyList<Rule> All { get; } =
    [
        new ReportsOnce(),
        new PublicationsOnce(),
        new RefusedNotStored(),
        new RingsOnce(),
        new WindowsAsReported(),
        new AuditWhole(),
        new RollbackExact(),
    ];

    /// <returns>What breaks the promise, a sentence each.</returns>
    public abstract IEnumerable<string> Check(Observed seen);
}
