using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Selectors;

namespace IwTune.Agent.Engine.Standing;

/// <summary>An administrator's overrides replace what a policy requires.</summary>
internal static class Overriding
{
    /// <summary>The resolution with every override in its place.</summary>
    public static Resolution Over(Resolution resolution, HostSnapshot observed, IReadOnlyList<LocalOverride> overrides)
    {
        if (overrides.Count == 0)
            return resolution;
        var byTarget = overrides.ToDictionary(one => one.Target, StringComparer.Ordinal);
        BorrowedWindows.Lend(resolution, byTarget);
        var all = byTarget.GetValueOrDefault(LocalOverride.All);
        var wanted = resolution.Wants.ToDictionary(want => want.Target.Id, StringComparer.Ordinal);
        var wants = new List<Want>();
        var made = resolution.Wants.Select(want => want.Target).Where(target => target.IsNew);
        foreach (var target in observed.Targets.Concat(made))
        {
            var want = wanted.GetValueOrDefault(target.Id);
            var meant = want is not null || (resolution.LeavesOthers && IsUsual(target));
            var given = byTarget.GetValueOrDefault(target.Id) ?? (meant ? all : null);
            if (given is not null)
                wants.Add(Given(target, want, given));
            else if (want is not null)
                wants.Add(want);
        }
        return resolution with { Wants = BorrowedWindows.Shown(wants) };
    }

    /// <summary>Whether one of them sets a target while no policy is in force.</summary>
    public static bool Decides(IReadOnlyList<LocalOverride> overrides, Target target) =>
        overrides.Any(one => one.Target == target.Id || (one.Target == LocalOverride.All && IsUsual(target)));

    /// <summary>What an override of every target means where no policy names targets.</summary>
    private static bool IsUsual(Target target) => target is { IsDefault: true, InMainTable: true };

    private static Want Given(Target target, Want? want, LocalOverride given) =>
        new(want?.Target ?? target, Resolver.Complete(given.Window, target), want?.Scope ?? ScopeOf(target))
        {
            Override = given,
            Asked = want?.Window,
            Follows = want?.Follows ?? [],
        };

    private static Scope ScopeOf(Target target) =>
        target.Container is not null ? new Scope.Containers(Selector.Everything)
        : target.IsDefault ? new Scope.Default()
        : new Scope.Prefix(target.Destination);
}
