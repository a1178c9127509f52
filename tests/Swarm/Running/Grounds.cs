using IwTune.Agent.Control;
using IwTune.Agent.Engine.Passive;

namespace IwTune.Swarm.Running;

/// <summary>What all hosts of a swarm share.</summary>
internal sealed record Grounds(
    Uri Server,
    Pin Pin,
    Counts Counts,
    WireFaults Faults,
    Publications Publications,
    Telling Telling,
    Action<string> Warned
);
