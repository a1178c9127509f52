using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Output.Json;

/// <summary>What <c>show --json</c> writes.</summary>
internal static class ShowJson
{
    public static void Write(
        TextWriter to,
        HostSnapshot shown,
        NamespaceReading? spaces,
        IReadOnlyList<CoverageMap> covered,
        Backend backend
    )
    {
        var rows = shown.Targets.Select(target => new ShownTarget(
            target.Id,
            target.Destination.ToString(),
            target.IsDefault,
            target.Interface,
            target.InMainTable,
            target.Owner,
            target.Strategy.Word,
            target.Strategy.Why,
            target.Strategy.Instead?.LineFor(wanted: null),
            target.Current.InitCwnd,
            target.Current.InitRwnd,
            target.Original is { } before ? new ShownWindow(before.Window.InitCwnd, before.Window.InitRwnd) : null
        )
        {
            InUse = target.Noun == Target.Route ? null : target.InUse,
        });
        to.WriteJson(
            new ShownHost(shown.At, shown.BootId, rows)
            {
                Namespaces = spaces is null
                    ? null
                    :
                    [
                        .. spaces.All.Select(space => new ShownNamespace(
                            space.Number,
                            space.Name,
                            space.Container,
                            space.Processes,
                            space.Example,
                            space.IsOwn,
                            NamespacesView.IsCovered(space, backend)
                        )
                        {
                            Coverage = [.. covered.Where(row => ReferenceEquals(row.Space, space)).Select(Of)],
                        }),
                    ],
                UnseenProcesses = spaces?.UnseenProcesses,
                Method = shown.Method.Length > 0 ? shown.Method : null,
            },
            AgentJson.Shown.ShownHost
        );
    }

    private static ShownCoverage Of(CoverageMap row) =>
        new(
            row.Container?.TargetId,
            row.Container?.Name,
            row.IsCovered,
            row.By,
            row.Scope,
            row.Window?.InitCwnd,
            row.Window?.InitRwnd,
            row.Measured is { } seen ? new ShownProof(seen.Conclusive, seen.InitialCwnd, seen.Peer, seen.At, seen.Note) : null
        );
}

/// <remarks>A host may have tens of thousands of targets: each is made when it is written.</remarks>
internal sealed record ShownHost(DateTimeOffset At, string BootId, IEnumerable<ShownTarget> Targets)
{
    /// <summary>The network namespaces of the host; <see langword="null"/> where the system has none.</summary>
    public IReadOnlyList<ShownNamespace>? Namespaces { get; init; }

    /// <summary>The method that read it, of several; <see langword="null"/> where there is one.</summary>
    public string? Method { get; init; }

    /// <summary>Processes whose namespace this user may not read.</summary>
    public int? UnseenProcesses { get; init; }
}

internal sealed record ShownNamespace(
    ulong Number,
    string Name,
    string Container,
    int Processes,
    string Example,
    bool IsOwn,
    bool IsCovered
)
{
    /// <summary>What gives windows in it: one row for the agent's own namespace, and one for each container or pod.</summary>
    public IReadOnlyList<ShownCoverage> Coverage { get; init; } = [];
}

/// <summary>
/// What gives a namespace or a container its window. <c>measured</c> is the daemon's latest fresh connection; <c>scope</c> and it are there
/// with <c>--namespaces</c> and a daemon alone.
/// </summary>
internal sealed record ShownCoverage(
    string? Target,
    string? Container,
    bool IsCovered,
    string By,
    string? Scope,
    int? InitCwnd,
    int? InitRwnd,
    ShownProof? Measured
);

internal sealed record ShownProof(bool Conclusive, int? Segments, string Peer, DateTimeOffset At, string Note);

/// <summary>
/// One target. <c>instead</c> is the owner's own setting, where iwtune writes nothing; <c>before</c> is present when iwtune has set it: its
/// window before that.
/// </summary>
internal sealed record ShownTarget(
    string Id,
    string Destination,
    bool IsDefault,
    string? Interface,
    bool InMainTable,
    string Owner,
    string Strategy,
    string Why,
    string? Instead,
    int? InitCwnd,
    int? InitRwnd,
    ShownWindow? Before
)
{
    /// <summary>Whether connections that no filter covers get this template; <see langword="null"/> for a route.</summary>
    public bool? InUse { get; init; }
}

internal sealed record ShownWindow(int? InitCwnd, int? InitRwnd);
