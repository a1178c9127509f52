using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine;

/// <summary>How messages name the required policy: <c>edge revision 3</c>.</summary>
internal static class PolicyName
{
    /// <summary>Of a bundle's content; of nothing when there is none.</summary>
    public static string Of(BundleContent? content) => Of(content?.Policy, content?.Revision);

    /// <summary>A policy applied from a file has no revision.</summary>
    public static string Of(string? policy, int? revision) =>
        policy is null ? "no policy"
        : revision is { } number ? $"{policy} revision {number}"
        : policy;
}
