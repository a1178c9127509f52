using System.CommandLine;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Control;
using IwTune.Agent.Control.Bundles;
using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;

namespace IwTune.Agent.Cli.Enrolling;

/// <summary>Leaves the fleet and restores every window while no daemon runs.</summary>
internal static class Leaving
{
    /// <summary>No daemon runs: this process does the same itself.</summary>
    public static async Task<LocalReply> AloneAsync(
        CliContext context,
        ParseResult parsed,
        StateDirectory at,
        string verb,
        bool force,
        CancellationToken ct,
        bool alsoWithoutFleet = false,
        bool mayLeaveWindows = true
    )
    {
        var state = StateDirectory.Open(at.Root);
        using var alone = await new LockWait(context, parsed.WaitOf()).TakeAsync(state, verb, ct);
        var host = context.Host(state);
        if (host.Lacking is { } lacking)
            return LocalReply.Say(ExitCode.Permission, lacking);
        var identity = ReadIdentity(state, force, out var damaged);
        if (identity is null && !damaged && !alsoWithoutFleet)
            return LocalReply.Say(
                ExitCode.Error,
                $"This host is not enrolled: {state.Root} holds no identity. 'iwtune rollback --all' restores what was changed here."
            );
        var log = new AgentLog(context.Terminal.Error);
        var reconciler = Reconciler.Open(state, host.Tuner, host.Probe, context.Time, log);
        using var control = new HostControl(reconciler, BundleStore.Open(state.File(BundleStore.Name)), context.Time, log);
        using var membership = identity is null
            ? null
            : new Membership(state, identity, control, host.Facts, DaemonProcess.Usual.Wire, context.Time, () => 0.5, log);
        control.Reports.SendTo(membership?.Reporter);
        if (identity is null && !damaged)
            return await PutBackAsync(control, ct);
        return await new Departure(state, control, membership) { Command = $"iwtune {verb}", MayLeaveWindows = mayLeaveWindows }.GoAsync(
            force,
            () => Task.CompletedTask,
            ct
        );
    }

    private static async Task<LocalReply> PutBackAsync(HostControl control, CancellationToken ct) =>
        await control.Local.RestoreAllAsync(ct) is ({ Length: > 0 } problem, _)
            ? LocalReply.Say(ExitCode.Error, problem)
            : LocalReply.Say(ExitCode.Fine, "All windows are restored.");

    private static Identity? ReadIdentity(StateDirectory state, bool force, out bool damaged)
    {
        damaged = false;
        try
        {
            return IdentityFile.Read(state.Root);
        }
        catch (InvalidDataException) when (force)
        {
            damaged = true;
            return null;
        }
        catch (InvalidDataException e)
        {
            throw new StateUnusableException(e.Message, e);
        }
    }
}
