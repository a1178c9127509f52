namespace IwTune.Agent.Linux.Doctor;

/// <summary>A policy rule that sends a lookup to another table than the usual three.</summary>
internal sealed record RuleFinding(bool IsIpv6, uint Priority, uint Table);
