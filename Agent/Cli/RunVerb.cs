using System.CommandLine;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Security.Cryptography;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Control;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.State;
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
        var verb = new Verb(VerbGroup.Fleet, "run", "The daemon: enforce what the server or a file says, repair drift, report")
        {
            Details = "Runs in the foreground and logs to stderr; systemd starts it as a service. Stopping it leaves every window as it is but those of "
                + "shadow routes and of --backend bpf, which are taken away until it runs again. SIGHUP reads settings, limits and the policy file again. Without enrolment it waits for 'iwtune enroll'.",
            Examples = [("iwtune run", "follow the server this host is enrolled at"), ("iwtune run --policy edge.yaml", "a daemon without a server")],
        };
        verb.Add(policy);
        verb.Add(backend);
        verb.SetAction((parsed, ct) => OperatingSystem.IsWindows()
            ? throw new HostUnsupportedException("The daemon does not run on Windows yet.")
            : RunAsync(context, new DaemonOptions(parsed.StateOf().Root, parsed.SocketOf(), parsed.GetValue(policy), parsed.GetValue(backend)), ct));
        return verb;
    }

    [UnsupportedOSPlatform("windows")]
    private static async Task<int> RunAsync(CliContext context, DaemonOptions options, CancellationToken ct)
    {
        var content = options.PolicyFile is { } file ? PolicyFile.Read(file) : null;
        var peers = new KnownPeers();
        var settings = SettingsFile.Load(StateDirectory.At(options.StateDirectory));
        var backend = options.Backend ?? settings.Settings.Backend;
        var open = new HostOptions { Stays = true, Settings = () => settings.Settings with { Backend = backend }, Peers = () => peers.Peers };
        var host = context.Open(open);
        if (host.Lacking is { } lacking)
        {
            context.Terminal.Error.WriteLine(lacking);
            return ExitCode.Permission;
        }
        var log = new AgentLog(context.Terminal.Error);
        using var alone = StateLock.Take(StateDirectory.Open(options.StateDirectory), StateLock.Daemon);
        var (socket, problem) = LocalSocket.Open(options.Socket);
        if (socket is null)
        {
            context.Terminal.Error.WriteLine(problem);
            return ExitCode.Error;
        }
        if (await BackendChange.SettleAsync(context, open, StateDirectory.At(options.StateDirectory), log, ct) is { } unsettled)
        {
            context.Terminal.Error.WriteLine(unsettled);
            return ExitCode.Error;
        }
        using var daemon = new Daemon(options, settings, host.Tuner, host.Probe, host.Facts, peers, context.Time, Random, log)
        {
            Connections = host.Connections,
            RoundTrips = host.RoundTrips is { } roundTrips ? new RoundTripRounds(roundTrips, () => settings.Settings.Rtt, context.Time, Random) : null,
        };
        using var listener = new LocalListener(socket, options.Socket, daemon.AnswerAsync, log, context.Time);
        using var notify = new ServiceNotify(Environment.GetEnvironmentVariable);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(ct);
        using var terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, signal => Stop(signal, stop));
        using var interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, signal => Stop(signal, stop));
        using var reload = PosixSignalRegistration.Create(PosixSignal.SIGHUP, signal => _ = ReloadAsync(signal, daemon, options, log, stop.Token));
        try
        {
            await daemon.RunAsync(listener, notify, content, stop.Token);
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
        }
        log.Info(backend == Backend.Bpf
            ? "Stopped. Connections get the window of their route again, until the agent runs."
            : "Stopped. Windows stay as they are, without shadow routes; 'iwtune rollback --all' puts back what was there before.");
        return ExitCode.Fine;
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
            // The command line listens for the same signal; when it was heard first, everything may have ended already.
        }
    }

    [UnsupportedOSPlatform("windows")]
    private static async Task ReloadAsync(PosixSignalContext signal, Daemon daemon, DaemonOptions options, AgentLog log, CancellationToken ct)
    {
        signal.Cancel = true;
        try
        {
            log.Info("Reading settings, limits and policy again.");
            await daemon.ReloadAsync(options.PolicyFile is { } file ? PolicyFile.Read(file) : null, ct);
        }
        catch (UsageException e)
        {
            log.Warn($"The policy file is not used; what was enforced before stays. {e.Message}");
        }
        catch (Exception e) when (e is TunerUnavailableException or StateUnusableException)
        {
            log.Warn(e.Message);
        }
        catch (OperationCanceledException)
        {
        }
    }

    private static double Random() => RandomNumberGenerator.GetInt32(1 << 30) / (double)(1 << 30);
}
