using System.Text.Json.Serialization;
using IwTune.Shared.Policies;

namespace IwTune.Shared.Impact;

/// <summary>The forecast for one target.</summary>
public sealed record TargetForecast
{
    /// <summary>As the host reports it.</summary>
    public required string Id { get; init; }

    /// <summary>The scope that would decide; <see langword="null"/> when none does.</summary>
    public string? Scope { get; init; }

    /// <summary>Who made it; empty for what a step would make.</summary>
    public string Owner { get; init; } = "";

    /// <summary>How it is set.</summary>
    public string Strategy { get; init; } = "";

    /// <summary>The window it has.</summary>
    public required Window Now { get; init; }

    /// <summary>The required window, in full; <see langword="null"/> when no scope covers the target.</summary>
    public Window? Wanted { get; init; }

    /// <summary>The window it would have: <see cref="Now"/> where nothing is changed.</summary>
    public required Window Then { get; init; }

    /// <summary>The expected outcome.</summary>
    public required Prospect Prospect { get; init; }

    /// <summary>
    /// Why it stays unchanged, as a clause that many targets share: <c>route owned by bird</c>; empty without an objection.
    /// </summary>
    public string Why { get; init; } = "";

    /// <summary>What <see cref="Why"/> says, where it is counted in words of its own.</summary>
    [JsonIgnore]
    public ProspectCause Cause { get; init; }

    /// <summary><c>route</c>, <c>template</c> or <c>filter</c>.</summary>
    [JsonIgnore]
    public string Kind => KindOf(Id);

    /// <summary>The kind of target that an id names: <c>route</c>, <c>template</c> or <c>filter</c>.</summary>
    public static string KindOf(string id) => id.StartsWith("ip", StringComparison.Ordinal) ? "route" : id.Split(' ')[0];
}

/// <summary>The forecast for one host.</summary>
/// <param name="Prospect">In one word: the most significant outcome of its targets.</param>
/// <param name="Why">The reason of that word, as a clause; empty when the word says all.</param>
/// <param name="Targets">Every target that a scope covers, or that would be restored, in the host's order.</param>
/// <param name="Unmatched">Scopes for which the host has nothing to set, or cannot, each with the reason.</param>
public sealed record HostForecast(Prospect Prospect, string Why, IReadOnlyList<TargetForecast> Targets, IReadOnlyList<string> Unmatched)
{
    /// <summary>What <see cref="Why"/> says, where it is counted in words of its own.</summary>
    public ProspectCause Cause { get; init; }

    /// <summary>For a host of which nothing is known.</summary>
    public static HostForecast Unknown(string why, ProspectCause cause = ProspectCause.Other) =>
        new(Prospect.Unknown, why, [], []) { Cause = cause };

    /// <summary>For a client edition of Windows.</summary>
    public static HostForecast Client() => new(Prospect.Unsupported, "Windows client", [], []) { Cause = ProspectCause.WindowsClient };
}
