using System.Text.Json.Serialization;

namespace IwTune.Shared.Compliance.Controls;

/// <summary>The result of a control on one host. Each has its counterpart in XCCDF 1.2.</summary>
[JsonConverter(typeof(ControlResultConverter))]
public enum ControlResult
{
    /// <summary>The host meets the control.</summary>
    Pass,

    /// <summary>It does not.</summary>
    Fail,

    /// <summary>The control does not concern the host: nothing is required of it, or it cannot do what is required.</summary>
    NotApplicable,

    /// <summary>It is too early: a change is in progress, or nothing was measured yet.</summary>
    NotChecked,

    /// <summary>The host has not reported for too long.</summary>
    Unknown,
}

/// <summary>A result in JSON is its name; a number is none.</summary>
public sealed class ControlResultConverter() : JsonStringEnumConverter<ControlResult>(namingPolicy: null, allowIntegerValues: false);
