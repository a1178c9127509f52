using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Output;

/// <summary>What gives the connections of a network namespace, or of one container in it, their window.</summary>
/// <param name="Space">The namespace.</param>
/// <param name="Container">The container or pod; <see langword="null"/> for the rest of the namespace.</param>
/// <param name="By">What gives it: <c>containers:namespace:shop</c>, <c>the bpf backend</c>; empty when nothing of the agent does.</param>
/// <param name="Window">The window of connections to any destination; <see langword="null"/> when the agent sets none.</param>
/// <param name="Measured">The daemon's latest fresh connection; <see langword="null"/> without one.</param>
internal sealed record CoverageMap(NetworkNamespace Space, ContainerFacts? Container, string By, Window? Window, Evidence? Measured)
{
    /// <summary>The scope of the policy; <see langword="null"/> when none is known to cover it.</summary>
    public string? Scope { get; init; }

    public bool IsCovered => By.Length > 0;

    /// <summary>Every namespace with its containers.</summary>
    /// <param name="reading">The namespaces.</param>
    /// <param name="host">The targets of the host.</param>
    /// <param name="backend">What gives windows.</param>
    /// <param name="state">What the daemon last reported; <see langword="null"/> without one.</param>
    /// <param name="evidence">What the daemon last measured, by target.</param>
    public static IReadOnlyList<CoverageMap> Of(
        NamespaceReading reading,
        HostSnapshot host,
        Backend backend,
        HostState? state,
        IReadOnlyList<Evidence> evidence
    )
    {
        var rows = new List<CoverageMap>();
        var route = host.Targets.FirstOrDefault(target => target is { IsDefault: true, InMainTable: true });
        foreach (var space in reading.All)
        {
            var rest = Rest(space);
            // In another namespace than the agent's own, the container is all there is to say.
            if (space.IsOwn || space.Containers.Count == 0)
                rows.Add(rest);
            foreach (var container in space.Containers)
                rows.Add(OfContainer(rest, container));
        }
        return rows;

        CoverageMap Rest(NetworkNamespace space) =>
            space.IsOwn ? Told(space, route, "its routes", route?.Current)
            : backend == Backend.Bpf ? new(space, null, "the bpf backend", route is { OwnersWindow: not null } ? route.Current : null, null)
            : new(space, null, "", null, null);

        CoverageMap OfContainer(CoverageMap rest, ContainerFacts container) =>
            host.Targets.FirstOrDefault(target => target.Id == container.TargetId) is { Current.IsUnset: false } target
                ? Told(rest.Space, target, "a program of its own", target.Current) with
                {
                    Container = container,
                }
                : rest with
                {
                    Container = container,
                };

        CoverageMap Told(NetworkNamespace space, Target? target, string by, Window? window)
        {
            var scope = state?.Targets.FirstOrDefault(one => one.Id == target?.Id)?.Scope;
            return new(space, null, scope ?? by, window, evidence.LastOrDefault(one => IsOf(one, target))) { Scope = scope };
        }
    }

    private static bool IsOf(Evidence one, Target? target) =>
        one.TargetId == target?.Id && one.Method == EvidenceMethod.FreshConnection && one.ConfiguredCwnd == target.Current.InitCwnd;
}
