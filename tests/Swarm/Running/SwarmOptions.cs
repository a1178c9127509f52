using IwTune.Agent.Control;
using IwTune.Agent.Engine.Passive;

namespace IwTune.Swarm.Running;

/// <summary>What a swarm is.</summary>
public sealed record SwarmOptions
{
    /// <summary>The server.</summary>
    public required Uri Server { get; init; }

    /// <summary>Enrolment tokens; the hosts take them in turn, and with each the labels it gives.</summary>
    public required IReadOnlyList<string> Tokens { get; init; }

    /// <summary>Of the server's CA.</summary>
    public required Pin Pin { get; init; }

    /// <summary>How many hosts are drawn.</summary>
    public int Hosts { get; init; } = 2000;

    /// <summary>Profiles of emulated Windows, a host each, beside those that are drawn: <c>2019</c>, <c>win11</c>.</summary>
    public IReadOnlyList<string> Windows { get; init; } = [];

    /// <summary>Of hosts, paths and connections.</summary>
    public ulong Seed { get; init; } = 1;

    /// <summary>
    /// Packets that wait at the narrow link of every path at most; <see langword="null"/> to draw it for each, with a median of 40.
    /// </summary>
    public int? Buffer { get; init; }

    /// <summary>Whether two paths of five lose packets at random, too: ten of a flight meet that more often than four.</summary>
    public bool RandomLoss { get; init; } = true;

    /// <summary>Connections a second that a Linux host serves, on average; hosts differ.</summary>
    public double Rate { get; init; } = 0.5;

    /// <summary>How often hosts tell of their connections.</summary>
    public Telling Telling { get; init; } = Telling.Usual;

    /// <summary>An API token that may change labels; empty when they stay.</summary>
    public string ApiToken { get; init; } = "";

    /// <summary>Gets every warning of every agent, with the host's name before it.</summary>
    public Action<string> Warned { get; init; } = _ => { };
}
