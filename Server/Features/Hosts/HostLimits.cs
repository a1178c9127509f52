using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Hosts;

/// <summary>A host's own limits in words, and where a policy requires more than they allow. No server can widen them.</summary>
internal static class HostLimits
{
    /// <summary><see langword="null"/> when there are none.</summary>
    public static string? Sentence(Limits? limits) =>
        limits switch
        {
            null or (null, null) => null,
            ({ } max, null) => $"this host allows at most {max}",
            (null, { } step) => $"this host allows a change to at most {step} times the window in force",
            ({ } max, { } step) => $"this host allows at most {max}, and a change to at most {step} times the window in force",
        };

    public static IReadOnlyList<string> Beyond(Limits? limits, BundleContent required)
    {
        if (limits?.Max is not { } max)
            return [];
        var beyond = new List<string>();
        foreach (var window in required.Windows)
        {
            if (window.InitCwnd > max)
                beyond.Add($"{required.Policy} asks for initcwnd {window.InitCwnd} on {window.Scope}; this host allows at most {max}");
            else if (window.Steering is { } steering && steering.Max > max)
                beyond.Add(
                    $"{required.Policy} lets the host decide up to initcwnd {steering.Max} on {window.Scope}; this host allows at most "
                        + $"{max}"
                );
        }
        return beyond;
    }
}
