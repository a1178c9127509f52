using IwTune.Agent.Ports;
using IwTune.Agent.Windows.ServiceControl;

namespace IwTune.Agent.Cli.Services;

/// <summary>The agent's Windows service, for hosts without the installer.</summary>
internal static class ServiceVerb
{
    public static Verb Create(CliContext context)
    {
        var service = new Verb(VerbGroup.Fleet, "service", "The agent as a service of Windows: install, remove, status")
        {
            Hidden = context.Services is null,
            Details = "The installer (MSI) does the same. On Linux systemd runs the agent, and its package brings the unit.",
            Examples =
            [
                ("iwtune service install", "from then on the agent starts with Windows"),
                ("sc.exe start IwTune", "start it now"),
                ("iwtune service remove", "restore every window and remove the service"),
            ],
        };
        service.Add(ServiceInstallVerb.Create(context));
        service.Add(ServiceRemoveVerb.Create(context));
        service.Add(ServiceStatusVerb.Create(context));
        return service;
    }

    /// <exception cref="HostUnsupportedException">This is not Windows.</exception>
    public static IServiceDatabase Database(CliContext context) =>
        context.Services
        ?? throw new HostUnsupportedException(
            "This system has no Windows service. systemd runs the agent here: systemctl enable --now iwtune"
        );
}
