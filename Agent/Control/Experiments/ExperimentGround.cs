using IwTune.Agent.Engine;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.Passive;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control.Experiments;

/// <summary>What an experiment works with.</summary>
public sealed record ExperimentGround
{
    /// <summary>Where it is stored.</summary>
    public required StateDirectory State { get; init; }

    /// <summary>Where its beginning and its end are recorded.</summary>
    public required Journal Journal { get; init; }

    /// <summary>Gives the arms their windows; <see langword="null"/> where the system cannot.</summary>
    public IStripes? Stripes { get; init; }

    /// <summary>Where production connections are seen; <see langword="null"/> where they cannot be.</summary>
    public IConnections? Connections { get; init; }

    /// <summary>Whether loss would be seen now.</summary>
    public required Monitoring Monitoring { get; init; }

    /// <summary>Why production connections are not seen, as sentences; empty when they are.</summary>
    public Func<IEnumerable<string>> Unseen { get; init; } = () => [];

    /// <summary>The host's rules for any plan, read anew.</summary>
    public required Func<HostRules> Rules { get; init; }

    /// <summary>The limits of the policy in force.</summary>
    public Func<Limits> Limits { get; init; } = () => Shared.Policies.Limits.None;

    /// <summary>Logs and reports what happened.</summary>
    public required Action<HostEvent> Tell { get; init; }

    /// <summary>Dates and times.</summary>
    public required TimeProvider Clock { get; init; }

    /// <summary>Draws a seed where none is given: 0 to below 1.</summary>
    public required Func<double> Random { get; init; }

    /// <summary>Gets what cannot be done now.</summary>
    public required AgentLog Log { get; init; }
}
