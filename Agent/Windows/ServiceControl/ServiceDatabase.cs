using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Security;
using IwTune.Agent.Ports;
using Microsoft.Win32;
using static IwTune.Agent.Windows.ServiceControl.ServiceCalls;

namespace IwTune.Agent.Windows.ServiceControl;

/// <summary>The service control manager of this machine.</summary>
[SupportedOSPlatform("windows")]
internal sealed unsafe class ServiceDatabase : IServiceDatabase
{
    /// <inheritdoc/>
    public ServiceEntry? Find()
    {
        using var manager = Manager(Connect);
        using var service = OpenService(manager, ServiceDefinition.Name, QueryConfig | QueryStatus);
        if (service.IsInvalid)
            return Marshal.GetLastPInvokeError() == DoesNotExist ? null : throw Refused("looked at");
        ProcessStatus status;
        if (!QueryServiceStatusEx(service, ProcessInfo, &status, sizeof(ProcessStatus), out _))
            throw Refused("looked at");
        var config = stackalloc byte[ConfigSize];
        if (!QueryServiceConfig(service, config, ConfigSize, out _))
            throw Refused("looked at");
        var settings = (Config*)config;
        return new ServiceEntry(
            (ServiceState)status.State,
            status.Process,
            status.ExitCode == SpecificError ? status.SpecificExitCode : status.ExitCode,
            settings->StartType == AutoStart,
            new string(settings->Account),
            new string(settings->CommandLine)
        );
    }

    /// <inheritdoc/>
    public string Enter(string commandLine, bool isNew)
    {
        using var manager = Manager(Connect | CreateRight);
        using var service = isNew
            ? CreateService(
                manager,
                ServiceDefinition.Name,
                ServiceDefinition.DisplayName,
                All,
                OwnProcess,
                AutoStart,
                ErrorNormal,
                commandLine,
                null,
                null,
                null,
                null,
                null
            )
            : OpenService(manager, ServiceDefinition.Name, All);
        if (service.IsInvalid)
            throw Refused("installed");
        if (
            !isNew
            && !ChangeServiceConfig(
                service,
                OwnProcess,
                AutoStart,
                ErrorNormal,
                commandLine,
                null,
                null,
                null,
                "LocalSystem",
                null,
                ServiceDefinition.DisplayName
            )
        )
            throw Refused("changed");
        Describe(service);
        return Recover(service)
            ? ""
            : $"The restart after a failure could not be configured: error {Marshal.GetLastPInvokeError()}. 'sc.exe failure "
                + $"{ServiceDefinition.Name}' sets that.";
    }

    /// <inheritdoc/>
    public void Stop()
    {
        using var manager = Manager(Connect);
        using var service = OpenService(manager, ServiceDefinition.Name, StopRight);
        Status status;
        if (service.IsInvalid || (!ControlService(service, ServiceOrder.Stop, &status) && Marshal.GetLastPInvokeError() != NotActive))
            throw Refused("stopped");
    }

    /// <inheritdoc/>
    public void Delete()
    {
        using var manager = Manager(Connect);
        using var service = OpenService(manager, ServiceDefinition.Name, DeleteRight);
        if (service.IsInvalid || !DeleteService(service))
            throw Refused("removed");
    }

    /// <inheritdoc/>
    public void SetEventSource(bool present)
    {
        try
        {
            using var root = RegistryKey.OpenBaseKey(RegistryHive.LocalMachine, RegistryView.Registry64);
            if (!present)
            {
                root.DeleteSubKeyTree(EventSource.Key, throwOnMissingSubKey: false);
                return;
            }
            using var key = root.CreateSubKey(EventSource.Key);
            key.SetValue("EventMessageFile", EventSource.MessageFile, RegistryValueKind.ExpandString);
            key.SetValue("TypesSupported", EventSource.Types, RegistryValueKind.DWord);
        }
        catch (Exception e) when (e is SecurityException or UnauthorizedAccessException or IOException)
        {
            throw new ServiceControlException(
                $"The event source {EventSource.Name} could not be written to the registry: {e.Message} {HostWords.Here.RunElevated}.",
                e
            )
            {
                Permission = e is not IOException,
            };
        }
    }

    private static void Describe(ServiceHandle service)
    {
        fixed (char* text = ServiceDefinition.Description)
        {
            var description = new Description { Text = text };
            _ = ChangeServiceConfig2(service, ConfigDescription, &description); // only texts; the service works without them
        }
    }

    /// <summary>
    /// Restarts also when the service itself reports a failure, not only when its process dies (SERVICE_CONFIG_FAILURE_ACTIONS_FLAG).
    /// </summary>
    private static bool Recover(ServiceHandle service)
    {
        var actions = stackalloc FailureAction[ServiceDefinition.Restarts.Length];
        for (var i = 0; i < ServiceDefinition.Restarts.Length; i++)
            actions[i] = new FailureAction
            {
                Type = ActionRestart,
                DelayMilliseconds = (int)ServiceDefinition.Restarts[i].TotalMilliseconds,
            };
        var failure = new FailureActions
        {
            ResetSeconds = (int)ServiceDefinition.Forgiven.TotalSeconds,
            Count = ServiceDefinition.Restarts.Length,
            Actions = actions,
        };
        var alsoOnError = new FailureFlag { OnNonCrashFailures = 1 };
        return ChangeServiceConfig2(service, ConfigFailureActions, &failure)
            && ChangeServiceConfig2(service, ConfigFailureFlag, &alsoOnError);
    }

    private static ServiceHandle Manager(int rights)
    {
        var manager = OpenSCManager(null, null, rights);
        return manager.IsInvalid ? throw Refused("looked at") : manager;
    }

    private static ServiceControlException Refused(string what) =>
        Marshal.GetLastPInvokeError() switch
        {
            AccessDenied => new(
                $"The service {ServiceDefinition.Name} could not be {what}: access is denied. {HostWords.Here.RunElevated}."
            )
            {
                Permission = true,
            },
            MarkedForDelete => new(
                $"The service {ServiceDefinition.Name} could not be {what}: it is being removed. Close services.msc and other programs "
                    + "that show services, then try again."
            ),
            var error => new(
                $"The service {ServiceDefinition.Name} could not be {what}: error {error} ({Marshal.GetPInvokeErrorMessage(error)})."
            ),
        };
}
