using System.Net;
using System.Text.Json.Serialization;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Engine.Experiments;

/// <summary>An experiment as it was started; it does not change any more.</summary>
public sealed record ExperimentPlan
{
    /// <summary>Identifies it on this host: the date and a few letters of its name.</summary>
    public required string Id { get; init; }

    /// <summary>What people call it.</summary>
    public required string Name { get; init; }

    /// <summary>How connections are assigned to arms.</summary>
    public ExperimentDesign Design { get; init; }

    /// <summary>The control arm's initcwnd, segments; <see langword="null"/> for what the host has.</summary>
    public int? Control { get; init; }

    /// <summary>The treatment arm's, segments; <see langword="null"/> for what the host has.</summary>
    public int? Treatment { get; init; }

    /// <summary>The prefix whose routes are concerned; <see langword="null"/> for the default routes.</summary>
    public string? Destination { get; init; }

    /// <summary>Only connections with this port on the host; <see langword="null"/> for all.</summary>
    public int? Port { get; init; }

    /// <summary>Decides which arm comes first, and seeds the random draws of a report.</summary>
    public ulong Seed { get; init; }

    /// <summary>Length of a time block, seconds; of a switchback only.</summary>
    public int BlockSeconds { get; init; }

    /// <summary>How often a false alarm of harm is accepted.</summary>
    public double Alpha { get; init; } = 0.05;

    /// <summary>When it was started.</summary>
    public DateTimeOffset Started { get; init; }

    /// <summary>When it ends by itself.</summary>
    public DateTimeOffset Until { get; init; }

    /// <summary>Who started it.</summary>
    public string By { get; init; } = "";

    /// <summary>Why, in their words.</summary>
    public string Reason { get; init; } = "";

    /// <summary>True when both arms are alike, to see whether the measuring itself makes a difference.</summary>
    [JsonIgnore]
    public bool IsSame => Control == Treatment;

    /// <summary>True when both arms have the host's own window.</summary>
    [JsonIgnore]
    public bool IsOwn => Control is null && Treatment is null;

    /// <summary>The window of an arm, in words.</summary>
    public string WindowOf(int arm) => (arm == 0 ? Control : Treatment) is { } segments ? $"initcwnd {segments}" : "the host's own window";

    /// <summary>For events and tables: <c>edge-20: the host's own window against initcwnd 20</c>.</summary>
    public string Describe() => IsSame ? $"{Name}: A/A, both arms with {WindowOf(0)}" : $"{Name}: {WindowOf(0)} against {WindowOf(1)}";

    /// <summary>The layout that the tuner installs at a time.</summary>
    public StripeLayout LayoutAt(DateTimeOffset now) =>
        new(
            Destination is null ? null : IPNetwork.Parse(Destination),
            Port,
            Design == ExperimentDesign.Switchback ? Striping.All(Blocks.ArmOf(Blocks.At(now))) : Striping.Of(Seed),
            [Control, Treatment]
        );

    /// <summary>The time blocks.</summary>
    [JsonIgnore]
    public TimeBlocks Blocks => new(Started, TimeSpan.FromSeconds(Math.Max(BlockSeconds, 1)), Seed);
}

/// <summary>How connections are assigned to arms.</summary>
public enum ExperimentDesign
{
    /// <summary>By the port of the peer, at the same time.</summary>
    Stripes,

    /// <summary>All of them in one arm at a time, in alternating blocks of time.</summary>
    Switchback,
}
