namespace IwTune.Agent.Ports;

/// <summary>A change on the host.</summary>
/// <param name="What">The change, for the log: <c>route 0.0.0.0/0 deleted</c>; or <see cref="Resync"/>.</param>
/// <param name="By">Its author, as far as it is known: <c>NetworkManager</c>, <c>dhclient (pid 812)</c>; empty when it is not.</param>
public sealed record HostChanged(string What, string By = "")
{
    /// <summary>Messages were lost; everything must be read again.</summary>
    public const string Resync = "resync";
}
