namespace IwTune.Agent.Ports;

/// <summary>Something changed on the host.</summary>
/// <param name="What">What, for the log: <c>route 0.0.0.0/0 deleted</c>; or <c>resync</c> when messages were lost and everything must be read again.</param>
public sealed record HostChanged(string What);
