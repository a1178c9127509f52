using IwTune.Agent.Control;
using IwTune.Agent.Engine.Passive;

namespace IwTune.Swarm.Running;

/// <summary>What all hosts of a swarm share.</summary>
internal sealed record Grounds(
    Uri Server,
    CaPin Pin,
    Counts Counts,
    WireFaults Faults,
    Publications Publications,
    ReportPace Telling,
    TimeSpan? Period,
    Action<string> Warned
);
