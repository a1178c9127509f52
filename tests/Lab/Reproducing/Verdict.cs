using System.Text.Json.Serialization;

namespace IwTune.Lab.Reproducing;

/// <summary>What a measurement says of a figure.</summary>
[JsonConverter(typeof(JsonStringEnumConverter<Verdict>))]
public enum Verdict
{
    /// <summary>Measured and expected agree within the tolerance.</summary>
    Holds,

    /// <summary>They do not, and nobody knows why: look at it.</summary>
    Fails,

    /// <summary>A source claims what a measurement or its own numbers contradict; the reason is known.</summary>
    Refuted,

    /// <summary>Measured and shown, but no model covers it.</summary>
    NotJudged,
}
