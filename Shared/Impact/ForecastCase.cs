using IwTune.Shared.Policies.OperatingSystems;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Impact;

/// <summary>What a host's answer to a requirement depends on, as far as the host has reported it.</summary>
public sealed record ForecastCase
{
    /// <summary>What it would be asked to do.</summary>
    public required BundleContent Content { get; init; }

    /// <summary>The latest state it reported, in force now.</summary>
    public required HostState State { get; init; }

    /// <summary>The release of a Windows host; <see langword="null"/> for another system.</summary>
    public WindowsRelease? Release { get; init; }
}
