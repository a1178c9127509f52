using IwTune.Agent.Control;
using IwTune.Agent.Engine.Passive;

namespace IwTune.Swarm.Running;

/// <summary>The options of a swarm.</summary>
public sealed record SwarmOptions
{
    /// <summary>The server.</summary>
    public required Uri Server { get; init; }

    /// <summary>Enrolment tokens; the hosts use them in turn, and get the labels of each.</summary>
    public required IReadOnlyList<string> Tokens { get; init; }

    /// <summary>Of the server's CA.</summary>
    public required CaPin Pin { get; init; }

    /// <summary>The number of hosts to draw.</summary>
    public int Hosts { get; init; } = 2000;

    /// <summary>Profiles of emulated Windows, one host each, in addition to the drawn hosts: <c>2019</c>, <c>win11</c>.</summary>
    public IReadOnlyList<string> Windows { get; init; } = [];

    /// <summary>Of hosts, paths and connections.</summary>
    public ulong Seed { get; init; } = 1;

    /// <summary>
    /// The maximum number of packets that wait at the narrow link of every path; <see langword="null"/> to draw it for each, with a median
    /// of 40.
    /// </summary>
    public int? Buffer { get; init; }

    /// <summary>
    /// Whether two paths of five also lose packets at random, which affects ten segments of a flight more often than four.
    /// </summary>
    public bool RandomLoss { get; init; } = true;

    /// <summary>Connections a second that a Linux host serves, on average; hosts differ.</summary>
    public double Rate { get; init; } = 0.5;

    /// <summary>How often hosts report their connections.</summary>
    public ReportPace Pace { get; init; } = ReportPace.Usual;

    /// <summary>
    /// The period of the hosts' slots, in which they call again after a failure; <see langword="null"/> for the server's, a minute.
    /// </summary>
    public TimeSpan? Period { get; init; }

    /// <summary>An API token that may change labels; empty when they do not change.</summary>
    public string ApiToken { get; init; } = "";

    /// <summary>Receives every warning of every agent, preceded by the host's name.</summary>
    public Action<string> Warned { get; init; } = _ => { };
}
