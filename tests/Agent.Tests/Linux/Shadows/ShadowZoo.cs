using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux.Shadows;

/// <summary>Common steps of the tests of shadows.</summary>
internal static class ShadowZoo
{
    public static readonly Window Wanted = new(20, null);

    /// <summary>Our routes, as <c>ip</c> prints them.</summary>
    public static string[] Shadows(this RouteZoo zoo) =>
        [
            .. (zoo.Host.Ip("-4 route show table all proto 105") + zoo.Host.Ip("-6 route show table all proto 105"))
                .Split('\n', StringSplitOptions.RemoveEmptyEntries)
                .Select(line => line.Trim()),
        ];

    public static Following Follow(this RouteZoo zoo) =>
        zoo.Host.Run(() => zoo.Tuner.FollowAsync(new HashSet<string>(), CancellationToken.None).AsTask().GetAwaiter().GetResult());

    public static IReadOnlyList<string> StandDown(this RouteZoo zoo) =>
        zoo.Host.Run(() => zoo.Tuner.StandDownAsync(CancellationToken.None).AsTask().GetAwaiter().GetResult());

    public static IReadOnlyList<string> Sweep(this RouteZoo zoo, params string[] managed) =>
        zoo.Host.Run(() =>
            zoo.Tuner.SweepAsync(managed.ToHashSet(StringComparer.Ordinal), CancellationToken.None).AsTask().GetAwaiter().GetResult()
        );

    /// <summary>Sets a target that must be set by a shadow.</summary>
    public static Target Shadow(this RouteZoo zoo, string id, Window? window = null)
    {
        var target = zoo.Target(id);
        Assert.Equal(StrategyKind.Shadow, target.Strategy.Kind);
        zoo.MustApply(new Step.Set(target, window ?? Wanted));
        return zoo.Target(id);
    }
}
