using System.Security.Cryptography;
using IwTune.Agent.Cli.Applying;
using IwTune.Agent.Cli.WindowsChecking;
using IwTune.Agent.Control;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Execution;

/// <summary>
/// One run of the daemon, from the state directory's lock to the last line of its log, started by a person, systemd or Windows.
/// </summary>
internal sealed class DaemonRun(CliContext context, DaemonOptions options, AgentLog log)
{
    private Daemon? _daemon;

    /// <summary>Serves until it is stopped.</summary>
    /// <returns>The exit code; the reason for the end was logged.</returns>
    public async Task<int> RunAsync(ISupervisor supervisor, CancellationToken stop)
    {
        var content = options.PolicyFile is { } file ? PolicyFile.Read(file) : null;
        var peers = new KnownPeers();
        var settings = SettingsFile.Load(StateDirectory.At(options.StateDirectory), context.Central);
        var backend = options.Backend ?? settings.Settings.Backend;
        var open = new HostOptions
        {
            State = StateDirectory.At(options.StateDirectory),
            Stays = true,
            Settings = () => settings.Settings with { Backend = backend },
            Peers = () => peers.Peers,
        };
        var host = context.Open(open);
        if (host.Lacking is { } lacking)
            return Ended(ExitCode.Permission, lacking);
        using var alone = StateLock.Take(StateDirectory.Open(options.StateDirectory), StateLock.Daemon);
        if (new CheckNote(StateDirectory.At(options.StateDirectory)).Interruption is { } interrupted)
            return Ended(ExitCode.Error, interrupted);
        var (endpoint, problem) = LocalEndpoint.Open(options.Socket);
        if (endpoint is null)
            return Ended(ExitCode.Error, problem);
        using var closing = endpoint;
        if (await BackendChange.SettleAsync(context, open, StateDirectory.At(options.StateDirectory), log, stop) is { } unsettled)
            return Ended(ExitCode.Error, unsettled);
        var used = new DaemonHost(host.Tuner, host.Probe, host.Facts, peers)
        {
            Connections = host.Connections,
            Counters = host.Counters,
            Stripes = host.Stripes,
            Rehearsal = host.Rehearsal,
            RoundTrips = host.RoundTrips is { } roundTrips
                ? new RoundTripRounds(roundTrips, () => settings.Settings.Rtt, context.Time, Random) { Beginning = peers.ResolveAsync }
                : null,
        };
        using var daemon = new Daemon(options, settings, used, context.Time, Random, log);
        using var listener = new LocalListener(endpoint, daemon.AnswerAsync, log, context.Time);
        _daemon = daemon;
        // In this order: a command whose connection is cut learns the reason from the lock.
        using var ending = new CancellationTokenSource();
        using var asked = stop.Register(() =>
        {
            alone.AnnounceStop();
            ending.Cancel();
        });
        try
        {
            await daemon.RunAsync(listener, supervisor, content, ending.Token);
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested) { }
        finally
        {
            _daemon = null;
        }
        log.Info(
            backend == Backend.Bpf
                ? "Stopped. Connections get the window of their route again, until the agent runs."
                : $"Stopped. Windows stay as they are{(OperatingSystem.IsWindows() ? "" : ", without shadow routes")}; 'iwtune rollback "
                    + "--all' restores what was there before."
        );
        return ExitCode.Fine;
    }

    /// <summary>Reads settings, limits and the policy file again; what cannot be used is logged, and what was in force stays.</summary>
    public async Task ReloadAsync(CancellationToken ct)
    {
        if (_daemon is not { } daemon)
            return;
        try
        {
            log.Info("Reading settings, limits and policy again.");
            var (content, problem) = ReadPolicy();
            if (problem.Length > 0)
                log.Warn(problem);
            daemon.PolicyProblem = problem;
            await daemon.ReloadAsync(content, ct);
        }
        catch (Exception e) when (e is TunerUnavailableException or StateUnusableException)
        {
            log.Warn(e.Message);
        }
        catch (Exception e) when (e is OperationCanceledException or ObjectDisposedException)
        {
            // The daemon ends.
        }
    }

    private (BundleContent? Content, string Problem) ReadPolicy()
    {
        try
        {
            return (options.PolicyFile is { } file ? PolicyFile.Read(file) : null, "");
        }
        catch (UsageException e)
        {
            return (null, $"The policy file is not used; what was enforced before stays. {e.Message}");
        }
    }

    private int Ended(int code, string why)
    {
        log.Error(why);
        return code;
    }

    private static double Random() => RandomNumberGenerator.GetInt32(1 << 30) / (double)(1 << 30);
}
