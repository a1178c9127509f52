using IwTune.Agent.Cli.WindowsChecking;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Execution;

/// <summary>
/// The engine inside a command, for a host without a daemon: privilege, state directory and lock first, then recovery of what an earlier
/// process left unfinished.
/// </summary>
internal sealed class LocalEngine : IDisposable
{
    private const string Rollback = "rollback";

    private readonly StateLock _lock;

    private LocalEngine(StateLock held, Reconciler reconciler, StateDirectory state)
    {
        _lock = held;
        Reconciler = reconciler;
        State = state;
    }

    public Reconciler Reconciler { get; }

    public StateDirectory State { get; }

    /// <param name="context">The verb's surroundings.</param>
    /// <param name="host">The host to change.</param>
    /// <param name="directory">The state directory; it is made when it is not there.</param>
    /// <param name="verb">For other processes that ask who holds the lock.</param>
    /// <param name="settings">What the host's administrator decided.</param>
    /// <param name="ct">Ends the wait for a daemon that is stopping.</param>
    /// <param name="wait">From <c>--wait</c>, for verbs that have it.</param>
    /// <exception cref="HostUnsupportedException">This process may not change windows.</exception>
    /// <exception cref="StateUnusableException">The state directory cannot be used, or another process uses it.</exception>
    public static async Task<LocalEngine> OpenAsync(
        CliContext context,
        HostPorts host,
        StateDirectory directory,
        string verb,
        HostSettings settings,
        CancellationToken ct,
        TimeSpan? wait = null
    )
    {
        if (host.Lacking is { } lacking)
            throw new HostUnsupportedException($"{lacking} Nothing was changed.") { Privilege = "CAP_NET_ADMIN" };
        var state = StateDirectory.Open(directory.Root);
        var held = await LockAsync(context, state, verb, wait, ct);
        try
        {
            if (verb != CheckNote.Verb && new CheckNote(state).Interruption is { } interrupted)
                throw new StateUnusableException(interrupted);
            var reconciler = Reconciler.Open(
                state,
                host.Tuner,
                host.Probe,
                context.Time,
                Warnings(context),
                followed: false,
                settings: () => settings
            );
            return new LocalEngine(held, reconciler, state);
        }
        catch
        {
            held.Dispose();
            throw;
        }
    }

    /// <remarks>A person who wants everything restored can still do it when the directory cannot be written.</remarks>
    private static async Task<StateLock> LockAsync(
        CliContext context,
        StateDirectory state,
        string verb,
        TimeSpan? wait,
        CancellationToken ct
    )
    {
        try
        {
            return await new LockWait(context, wait).TakeAsync(state, verb, ct);
        }
        catch (StateUnusableException e) when (verb == Rollback && StateLock.Holder(state) is null)
        {
            throw new StateUnusableException(
                $"{e.Message} 'iwtune explain-rollback' prints the commands that restore everything by hand.",
                e.InnerException ?? e
            );
        }
    }

    /// <summary>The answer says what was done; what could not be stored is nowhere else.</summary>
    private static AgentLog Warnings(CliContext context) =>
        new(
            (severity, line) =>
            {
                if (severity != LogSeverity.Information)
                    context.Terminal.Error.WriteLine(line);
            }
        );

    /// <summary>Restores what a killed process left unconfirmed, and reports it.</summary>
    public async Task RecoverAsync(CliContext context, CancellationToken ct)
    {
        if (await Reconciler.Rollbacks.RecoverAsync(ct) is { } recovered)
            await context.Terminal.Error.WriteLineAsync($"An earlier change was not finished. {recovered.State.Reason}");
    }

    public void Dispose() => _lock.Dispose();
}
