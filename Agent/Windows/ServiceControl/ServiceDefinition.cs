namespace IwTune.Agent.Windows.ServiceControl;

/// <summary>How the agent is registered with the service control manager; the MSI registers the same.</summary>
public static class ServiceDefinition
{
    /// <summary>Its name for <c>sc</c> and <c>Get-Service</c>.</summary>
    public const string Name = "IwTune";

    /// <summary>Its name in lists.</summary>
    public const string DisplayName = "IwTune agent";

    /// <summary>What it is for.</summary>
    public const string Description =
        "Keeps the initial window of TCP connections what the fleet's policy says, proves it, and can restore what was there.";

    /// <summary>The arguments of the service before <c>--state</c> and others.</summary>
    internal static readonly string[] Arguments = ["run", "--service"];

    /// <summary>
    /// After a failure it is started again, at once and then at longer intervals; the count starts anew when it ran for
    /// <see cref="Forgiven"/>.
    /// </summary>
    internal static readonly TimeSpan[] Restarts = [TimeSpan.FromSeconds(5), TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(1)];

    /// <summary>The time without a failure after which the count starts anew.</summary>
    internal static readonly TimeSpan Forgiven = TimeSpan.FromDays(1);
}
