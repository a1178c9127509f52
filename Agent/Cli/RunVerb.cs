using System.CommandLine;
using System.Runtime.InteropServices;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Services;
using IwTune.Agent.Control;
using IwTune.Agent.Engine;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli;

/// <summary>The daemon.</summary>
internal static class RunVerb
{
    public static Verb Create(CliContext context)
    {
        var policy = new Option<string>("--policy") { Description = "Enforce this file instead of following a server", HelpName = "FILE" };
        var backend = BackendOption.Create();
        var service = new Option<bool>("--service")
        {
            Description = "As a service, started by the service control manager of Windows",
            Hidden = !OperatingSystem.IsWindows(),
        };
        var verb = new Verb(VerbGroup.Fleet, "run", "The daemon: enforce what the server or a file says, repair drift, report")
        {
            Details = OperatingSystem.IsWindows()
                ? "Runs in the foreground and logs to stderr; 'iwtune service install' makes it a service. Stopping it leaves every "
                    + "window as it is. "
                    + $"'{HostWords.Here.ReloadDaemon}' makes a service read settings, limits and the policy file again. Without "
                    + "enrolment it waits for 'iwtune enroll'."
                : "Runs in the foreground and logs to stderr; systemd starts it as a service. Stopping it leaves all windows, except those "
                    + "of shadow routes and of --backend bpf, which are removed until it runs again. SIGHUP reads settings, limits and "
                    + "the policy file again. Without enrolment it waits for 'iwtune enroll'.",
            Examples =
            [
                ("iwtune run", "follow the server this host is enrolled at"),
                ("iwtune run --policy edge.yaml", "a daemon without a server"),
            ],
        };
        verb.Add(policy);
        verb.Add(backend);
        verb.Add(service);
        verb.SetAction(
            (parsed, ct) =>
            {
                var options = new DaemonOptions(
                    parsed.StateOf().Root,
                    parsed.SocketOf(),
                    parsed.GetValue(policy),
                    parsed.GetValue(backend)
                );
                return parsed.GetValue(service) ? RunAsService(context, options) : RunAsync(context, options, ct);
            }
        );
        return verb;
    }

    private static Task<int> RunAsService(CliContext context, DaemonOptions options) =>
        OperatingSystem.IsWindows()
            ? Task.FromResult(ServiceProcess.Run(context, options))
            : throw new HostUnsupportedException(
                "--service is for the service control manager of Windows. Here systemd starts 'iwtune run' as it is."
            );

    private static async Task<int> RunAsync(CliContext context, DaemonOptions options, CancellationToken ct)
    {
        var daemon = new DaemonRun(context, options, new AgentLog(context.Terminal.Error));
        using var notify = new ServiceNotify(Environment.GetEnvironmentVariable);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(ct);
        using var terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, signal => Stop(signal, stop));
        using var interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, signal => Stop(signal, stop));
        // On Windows this means that the console's window is being closed: the process ends in any case.
        using var hangUp = PosixSignalRegistration.Create(
            PosixSignal.SIGHUP,
            signal =>
            {
                if (OperatingSystem.IsWindows())
                    Stop(signal, stop);
                else
                    Reload(signal, daemon, stop.Token);
            }
        );
        return await daemon.RunAsync(notify, stop.Token);
    }

    private static void Reload(PosixSignalContext signal, DaemonRun daemon, CancellationToken ct)
    {
        signal.Cancel = true;
        _ = daemon.ReloadAsync(ct);
    }

    private static void Stop(PosixSignalContext signal, CancellationTokenSource stop)
    {
        signal.Cancel = true;
        try
        {
            stop.Cancel();
        }
        catch (ObjectDisposedException)
        {
            // The command line listens for the same signal; if it got the signal first, everything may have ended already.
        }
    }
}
