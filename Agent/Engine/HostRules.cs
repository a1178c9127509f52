using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Engine;

/// <summary>What this host has to say about any plan.</summary>
/// <param name="Limits">Its own limits file; whatever a policy allows, no step goes beyond it.</param>
/// <param name="Capabilities">What its tuner can express.</param>
public sealed record HostRules(Limits Limits, Capabilities Capabilities);
