using System.Globalization;
using System.Text.Json.Nodes;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Dsc;

/// <summary>A content as the policy that people could have written for it.</summary>
internal static class PolicyDocument
{
    /// <returns><see langword="null"/> for a content without a policy.</returns>
    public static JsonObject? Of(BundleContent? content)
    {
        if (content?.Policy is not { } name)
            return null;
        var policy = new JsonObject { ["policy"] = name };
        if (content.Mode == PolicyMode.Audit)
            policy["mode"] = "audit";
        policy["scopes"] = new JsonArray([.. content.Windows.Select(Scoped)]);
        if (content.Limits != Limits.None)
            policy["limits"] = LimitsOf(content.Limits);
        foreach (
            var steering in content.Windows.Select(window => window.Steering).OfType<BundleSteering>().DistinctBy(steering => steering.Word)
        )
            policy[steering.Word] = BoundsOf(steering, content);
        if (content.Override is { } reason)
            policy["override"] = reason;
        if (content.ConfirmSeconds is { } seconds)
            policy["confirm"] = Duration(seconds);
        // A scope that is only a word takes the window of the policy.
        if (content.Windows.FirstOrDefault(window => window.Scope == "default") is { } common)
            policy["window"] = WindowOf(common);
        return policy;
    }

    private static JsonNode? Scoped(BundleWindow window)
    {
        var colon = window.Scope.IndexOf(':', StringComparison.Ordinal);
        return colon < 0
            ? JsonValue.Create(window.Scope)
            : new JsonObject { [window.Scope[..colon]] = window.Scope[(colon + 1)..], ["window"] = WindowOf(window) };
    }

    private static JsonObject WindowOf(BundleWindow window)
    {
        var segments = new JsonObject();
        if (window.Steering is { } steering)
            segments["initcwnd"] = steering.Word;
        else if (window.InitCwnd is { } cwnd)
            segments["initcwnd"] = cwnd;
        if (window.InitRwnd is { } rwnd)
            segments["initrwnd"] = rwnd;
        return segments;
    }

    private static JsonObject BoundsOf(BundleSteering steering, BundleContent content) =>
        steering.Every is { } every
            ? new()
            {
                ["min"] = steering.Min,
                ["max"] = steering.Max,
                ["every"] = every,
                ["period"] = Duration(steering.Seconds),
            }
            : new()
            {
                ["endpoints"] = new JsonArray([
                    .. content
                        .Windows.Select(window => window.Steering?.Endpoint)
                        .OfType<string>()
                        .Distinct(StringComparer.Ordinal)
                        .Select(endpoint => (JsonNode?)JsonValue.Create(endpoint)),
                ]),
                ["max"] = steering.Max,
                ["expiry"] = Duration(steering.Seconds),
            };

    private static JsonObject LimitsOf(Limits limits)
    {
        var written = new JsonObject();
        if (limits.Max is { } max)
            written["max"] = max;
        if (limits.StepFactor is { } factor)
            written["step"] = string.Create(CultureInfo.InvariantCulture, $"x{factor}");
        return written;
    }

    private static string Duration(long seconds) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{(seconds % 3600 == 0 ? $"{seconds / 3600}h" : seconds % 60 == 0 ? $"{seconds / 60}m" : $"{seconds}s")}"
        );
}
