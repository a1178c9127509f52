using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Control.Keys;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;

namespace IwTune.Agent.Control;

/// <summary>
/// How a host leaves a fleet: no more bundles are taken, everything is restored, the server is notified, and only then the membership is
/// forgotten.
/// </summary>
/// <param name="state">Where the membership lives.</param>
/// <param name="control">Restores.</param>
/// <param name="membership">Talks to the server; <see langword="null"/> when the identity is unreadable.</param>
public sealed class Departure(StateDirectory state, HostControl control, Membership? membership)
{
    /// <summary>The command that a person typed; advice repeats it.</summary>
    public string Command { get; init; } = "iwtune unenroll";

    /// <summary>Whether force also leaves windows that cannot be restored.</summary>
    public bool MayLeaveWindows { get; init; } = true;

    /// <summary>What comes back all the same, as a sentence; empty when nothing does.</summary>
    public string ComesBack { get; init; } = "";

    /// <summary>Leaves.</summary>
    /// <param name="force">Also when the server cannot be notified, or, where that is allowed, something cannot be restored.</param>
    /// <param name="silence">Ends the check-ins: a bundle that came after everything was restored would stay on the host.</param>
    /// <param name="ct">Stops only between steps.</param>
    public async Task<LocalReply> GoAsync(bool force, Func<Task> silence, CancellationToken ct)
    {
        if (!force && membership is not null && await membership.GreetAsync(ct) is { Unreachable: true } unreached)
        {
            return LocalReply.Say(
                ExitCode.Unreachable,
                $"The server cannot be notified: {unreached.Problem} Nothing was changed. "
                    + $"'{Command} --force' restores everything and leaves anyway; the server then shows this host as Stale until an "
                    + "administrator retires it there."
            );
        }
        await silence();
        var (problem, left) = await control.Local.RestoreAllAsync(ct);
        if (problem.Length > 0 && !(force && MayLeaveWindows))
        {
            return new LocalReply
            {
                Exit = ExitCode.Error,
                Text =
                    $"{problem} This host is still enrolled and makes no changes. Fix the cause and try again"
                    + $"{(MayLeaveWindows ? ", or leave with --force" : "")}.",
                State = left,
            };
        }
        var told = membership is null ? null : await membership.LeaveAsync(ct);
        var lost = Lost(membership?.Outbox.Waiting ?? 0);
        Forget();
        await control.Intake.ForgetAsync(ct);
        var back = problem.Length > 0 ? problem : "All windows are restored.";
        var server = told switch
        {
            null => "The server was not notified: the identity could not be read. Retire the host there.",
            { Granted: true } => "The server has retired it.",
            { Unknown: true } => "The server did not know it any more.",
            _ => $"The server was not notified ({told.Problem.TrimEnd('.')}); retire the host there.",
        };
        return LocalReply.Say(
            problem.Length > 0 ? ExitCode.Error : ExitCode.Fine,
            $"This host has left the fleet. {back} {server}{lost} {ComesBack}".TrimEnd()
        );
    }

    private static string Lost(long reports) =>
        reports switch
        {
            0 => "",
            1 => " 1 report could not be sent and is lost.",
            _ => $" {reports:N0} reports could not be sent and are lost.",
        };

    private void Forget()
    {
        IdentityFile.Delete(state.Root);
        HostKeyStore.In(state.Root).KeepOnly(null);
        DurableFile.Remove(state.File(Membership.CounterName));
        if (Directory.Exists(state.File(Membership.OutboxName)))
            Directory.Delete(state.File(Membership.OutboxName), recursive: true);
    }
}
