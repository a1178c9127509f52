using System.Text.Json.Serialization;

namespace IwTune.Shared.Compliance;

/// <summary>Whether a host fulfils its requirement, in one word.</summary>
[JsonConverter(typeof(VerdictConverter))]
public enum Verdict
{
    /// <summary>Every window is as required, or nothing is required.</summary>
    Compliant,

    /// <summary>As required now, after another program had changed it a short while ago.</summary>
    Repaired,

    /// <summary>A window differs from what is required, without an exception.</summary>
    Drifted,

    /// <summary>In progress: not taken, not confirmed, not reported, or waiting for the end of a hold.</summary>
    Applying,

    /// <summary>A step failed, or the host refused or restored the bundle.</summary>
    Error,

    /// <summary>The host has not been heard of for too long; what it has now is not known.</summary>
    Stale,

    /// <summary>The host cannot do what is required; this is no failure.</summary>
    Unsupported,

    /// <summary>A person took the host out of judgement and gave a reason.</summary>
    Excepted,

    /// <summary>Enrolled, and never heard of since.</summary>
    NeverSeen,
}

/// <summary>A verdict and why.</summary>
/// <param name="Verdict">The word.</param>
/// <param name="Reason">A sentence for people, never empty.</param>
public sealed record Judgement(Verdict Verdict, string Reason);

/// <summary>A verdict in JSON is its name; a number is none.</summary>
public sealed class VerdictConverter() : JsonStringEnumConverter<Verdict>(namingPolicy: null, allowIntegerValues: false);
