namespace IwTune.Agent.Ports;

/// <summary>What a tuner can express on this host.</summary>
/// <param name="InitRwnd">True when a receive window can be set too.</param>
/// <param name="Prefixes">True when a prefix scope can have a window of its own.</param>
/// <param name="Interfaces">True when an interface scope can.</param>
/// <param name="Tables">True when there are routing tables beside the main one, for a table scope.</param>
/// <param name="Unsupported">Why nothing at all can be set here, as a sentence; <see langword="null"/> when something can.</param>
public sealed record Capabilities(bool InitRwnd, bool Prefixes, bool Interfaces, bool Tables, string? Unsupported = null)
{
    /// <summary>The name of a target on this system, in the singular: <c>route</c>, <c>template</c>.</summary>
    public string Noun { get; init; } = "route";

    /// <summary>The reason on a system that has no control groups.</summary>
    internal const string NoControlGroups = "This system gives the processes of one container no window of their own.";

    /// <summary>
    /// Why containers and pods can get no windows of their own, and what to do, as sentences; empty when they can.
    /// </summary>
    public string NoContainers { get; init; } = NoControlGroups;

    /// <summary>The possible congestion windows; <see langword="null"/> when every window that a policy can name is possible.</summary>
    public SegmentRule? Segments { get; init; }
}
