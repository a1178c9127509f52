namespace IwTune.Agent.Ports;

/// <summary>Something changed on the host.</summary>
/// <param name="What">What, for the log: <c>route 0.0.0.0/0 deleted</c>; or <see cref="Resync"/>.</param>
/// <param name="By">Who did it, as far as it can be known: <c>NetworkManager</c>, <c>dhclient (pid 812)</c>; empty when it cannot.</param>
public sealed record HostChanged(string What, string By = "")
{
    /// <summary>Messages were lost; everything must be read again.</summary>
    public const string Resync = "resync";
}
