namespace IwTune.Agent.Windows.ServiceControl;

/// <summary>How the agent is entered in the service control manager's database; the MSI enters the same.</summary>
public static class ServiceDefinition
{
    /// <summary>Its name for <c>sc</c> and <c>Get-Service</c>.</summary>
    public const string Name = "IwTune";

    /// <summary>Its name in lists.</summary>
    public const string DisplayName = "IwTune agent";

    /// <summary>What it is for.</summary>
    public const string Description =
        "Keeps the initial window of TCP connections what the fleet's policy says, proves it, and can put back what was there.";

    /// <summary>What the service runs with before <c>--state</c> and the like.</summary>
    internal static readonly string[] Arguments = ["run", "--service"];

    /// <summary>
    /// After a failure it is started again, at once and then calmly; the count begins anew when it ran for <see cref="Forgiven"/>.
    /// </summary>
    internal static readonly TimeSpan[] Restarts = [TimeSpan.FromSeconds(5), TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(1)];

    /// <summary>How long without a failure until failures are counted from nothing.</summary>
    internal static readonly TimeSpan Forgiven = TimeSpan.FromDays(1);
}
