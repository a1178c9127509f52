using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Shared.Policies;

/// <summary>The identity of a revision's content: SHA-256 over a canonical text of the policy.</summary>
public static class PolicyDigest
{
    /// <summary>
    /// <c>sha256:</c> and 64 lower-case hex digits. Comments and layout of the document do not count; everything that changes a host does.
    /// </summary>
    public static string Of(Policy policy)
    {
        var text = new CanonicalText("iwtune policy v1")
            .Field("name", policy.Name)
            .Field("mode", policy.Mode.ToString())
            .Field("max", policy.Limits.Max)
            .Field("step", policy.Limits.StepFactor)
            .Field("confirm", policy.Confirm?.Ticks)
            .Field("scopes", policy.Scopes.Count);
        foreach (var rule in policy.Scopes)
        {
            text.Field("scope", rule.Scope.ToString()).Field("cwnd", rule.Window.InitCwnd).Field("rwnd", rule.Window.InitRwnd);
            BundleDigest.Steered(text, BundleSteering.Of(rule.Steering));
        }
        BundleDigest.Overridden(text, policy.Override);
        return text.Digest();
    }
}
