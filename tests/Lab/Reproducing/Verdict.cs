using System.Text.Json.Serialization;

namespace IwTune.Lab.Reproducing;

/// <summary>The verdict of a measurement about a figure.</summary>
[JsonConverter(typeof(JsonStringEnumConverter<Verdict>))]
public enum Verdict
{
    /// <summary>Measured and expected agree within the tolerance.</summary>
    Holds,

    /// <summary>They do not agree, and the reason is unknown: investigate.</summary>
    Fails,

    /// <summary>A measurement, or the source's own numbers, contradict the claim of a source; the reason is known.</summary>
    Refuted,

    /// <summary>Measured and shown, but no model covers it.</summary>
    NotJudged,
}
