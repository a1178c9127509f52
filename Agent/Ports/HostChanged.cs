namespace IwTune.Agent.Ports;

/// <summary>Something changed on the host.</summary>
/// <param name="What">What, for the log: <c>route 0.0.0.0/0 deleted</c>; or <c>resync</c> when messages were lost and everything must be read again.</param>
/// <param name="By">Who did it, as far as it can be known: <c>NetworkManager</c>, <c>dhclient (pid 812)</c>; empty when it cannot.</param>
public sealed record HostChanged(string What, string By = "");
