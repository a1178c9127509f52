using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace IwTune.Agent.Cli.Dsc;

/// <summary>The one instance of the resource that a host has, as the schema in the manifest describes it.</summary>
internal sealed record InstanceState
{
    /// <summary>The policy that was applied here, as a document; absent when there is none.</summary>
    public JsonObject? Policy { get; init; }

    /// <summary>True when a policy is applied here, or a window is still as iwtune set it.</summary>
    [JsonPropertyName("_exist")]
    public bool Exist { get; init; }

    /// <summary>Test only.</summary>
    [JsonPropertyName("_inDesiredState")]
    public bool? InDesiredState { get; init; }

    /// <summary>Every target, whether a scope requires it or not.</summary>
    public IReadOnlyList<InstanceWindow>? Windows { get; init; }

    /// <summary>Scopes that found nothing on this host, each with the reason.</summary>
    public IReadOnlyList<string>? Unmatched { get; init; }

    /// <summary>What-if only: the changes, as sentences.</summary>
    [JsonPropertyName("_metadata")]
    public InstanceForecast? Metadata { get; init; }
}

/// <summary>One target with its window and the window that the policy requires.</summary>
internal sealed record InstanceWindow(string Target, InstanceSegments Window)
{
    /// <summary>Absent when no scope requires this target.</summary>
    public InstanceSegments? Wanted { get; init; }

    public bool? InDesiredState { get; init; }

    /// <summary>True when iwtune holds its before-image.</summary>
    public bool Managed { get; init; }

    public string? Owner { get; init; }

    public string? Strategy { get; init; }

    public string? Reason { get; init; }
}

/// <summary>An absent number is the system's own default.</summary>
internal sealed record InstanceSegments(int? Initcwnd, int? Initrwnd);

internal sealed record InstanceForecast(IReadOnlyList<string> WhatIf);
