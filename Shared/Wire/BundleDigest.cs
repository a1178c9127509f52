using IwTune.Shared.Wire.Signing;

namespace IwTune.Shared.Wire;

/// <summary>The identity of a bundle's content: what a host says it holds and what evidence was measured under.</summary>
public static class BundleDigest
{
    /// <summary>
    /// <c>sha256:</c> and 64 lower-case hex digits. Any change of any field changes it; sequence and dates are not part of it.
    /// </summary>
    public static string Of(BundleContent content)
    {
        var text = new CanonicalText("iwtune bundle v1")
            .Field("policy", content.Policy)
            .Field("revision", content.Revision)
            .Field("policyDigest", content.PolicyDigest)
            .Field("mode", content.Mode.ToString())
            .Field("confirm", content.ConfirmSeconds)
            .Field("max", content.Limits.Max)
            .Field("step", content.Limits.StepFactor)
            .Field("windows", content.Windows.Count);
        foreach (var window in content.Windows)
        {
            text.Field("scope", window.Scope).Field("cwnd", window.InitCwnd).Field("rwnd", window.InitRwnd);
            Steered(text, window.Steering);
        }
        Overridden(text, content.Override);
        return text.Digest();
    }

    /// <summary>As with <see cref="Steered"/>, nothing is added without one.</summary>
    internal static void Overridden(CanonicalText text, string? reason)
    {
        if (reason is not null)
            text.Field("override", reason);
    }

    /// <summary>Without it nothing is added, so that digests from before there was any stay what they are.</summary>
    internal static void Steered(CanonicalText text, BundleSteering? steering)
    {
        if (steering is null)
            return;
        text.Field("steering", steering.Word)
            .Field("min", steering.Min)
            .Field("max", steering.Max)
            .Field("every", steering.Every)
            .Field("seconds", steering.Seconds)
            .Field("endpoint", steering.Endpoint);
    }
}
