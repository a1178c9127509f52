using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Control;
using IwTune.Agent.Control.Bundles;
using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli;

/// <summary>Leaves the fleet.</summary>
internal static class UnenrollVerb
{
    public static Verb Create(CliContext context)
    {
        var force = new Option<bool>("--force")
        {
            Description = "Leave even when the server cannot be notified or something cannot be restored",
        };
        var purge = new Option<bool>("--purge")
        {
            Description = "Before the agent is uninstalled: also restore on a host that is in no fleet, then delete what the agent keeps",
        };
        var verb = new Verb(VerbGroup.Fleet, "unenroll", "Leave the fleet: restore every window, notify the server, forget both")
        {
            Details =
                "Through the daemon when one runs. Without --force nothing is changed when the server cannot be reached, "
                + "because the server would go on counting this host; with --force everything is restored anyway, and an administrator "
                + "must retire the host there.",
            Examples =
            [
                ("sudo iwtune unenroll", $"the {HostWords.Here.Target}s are then byte for byte what they were"),
                (
                    "sudo iwtune unenroll --force --purge",
                    "and nothing of the agent is left but limits.yaml and agent.yaml; stop the daemon before"
                ),
            ],
        };
        verb.Add(force);
        verb.Add(purge);
        verb.Add(WaitOption.Option);
        verb.SetAction(
            (parsed, ct) =>
                parsed.GetValue(purge)
                    ? PurgeAsync(context, parsed, parsed.GetValue(force), ct)
                    : LeaveAsync(context, parsed, parsed.GetValue(force), ct)
        );
        return verb;
    }

    private static async Task<int> LeaveAsync(CliContext context, ParseResult parsed, bool force, CancellationToken ct)
    {
        var (state, socket) = (parsed.StateOf(), parsed.SocketOf());
        var reply = StateLock.Holder(state) is { Stays: true }
            ? LocalClient.Ask(socket, new LocalRequest(LocalVerb.Unenrol, Force: force))
                ?? LocalReply.Say(
                    ExitCode.Unreachable,
                    $"A daemon holds {state.Root}, but does not listen on {socket}. Nothing was changed. Name its socket with --socket."
                )
            : await AloneAsync(context, parsed, force, ct);
        return Say(context.Terminal, reply);
    }

    /// <summary>What cannot be restored keeps its before-images: then nothing is deleted.</summary>
    private static async Task<int> PurgeAsync(CliContext context, ParseResult parsed, bool force, CancellationToken ct)
    {
        var state = parsed.StateOf();
        if (!Directory.Exists(state.Root))
            return Say(context.Terminal, LocalReply.Say(ExitCode.Fine, $"Nothing of the agent is left: there is no {state.Root}."));
        var reply = await AloneAsync(context, parsed, force, ct, alsoWithoutFleet: true);
        if (reply.Exit != ExitCode.Fine)
            return Say(context.Terminal, reply with { Text = $"{reply.Text} Nothing was deleted." });
        try
        {
            var left = StateErasure.Erase(state);
            return Say(
                context.Terminal,
                reply with
                {
                    Text =
                        $"{reply.Text} Nothing of the agent is left in "
                        + $"{state.Root}{(left.Count == 0 ? "" : $" but {string.Join(", ", left)}")}.",
                }
            );
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Say(
                context.Terminal,
                LocalReply.Say(ExitCode.Error, $"{reply.Text} What the agent keeps in {state.Root} could not all be deleted: {e.Message}")
            );
        }
    }

    private static int Say(Terminal terminal, LocalReply reply)
    {
        (reply.Exit == 0 ? terminal.Out : terminal.Error).WriteLine(reply.Text);
        return reply.Exit;
    }

    /// <summary>No daemon runs: this process does the same itself.</summary>
    private static async Task<LocalReply> AloneAsync(
        CliContext context,
        ParseResult parsed,
        bool force,
        CancellationToken ct,
        bool alsoWithoutFleet = false
    )
    {
        var state = StateDirectory.Open(parsed.StateOf().Root);
        using var alone = await new LockWait(context, parsed.WaitOf()).TakeAsync(state, "unenroll", ct);
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
        return await new Departure(state, control, membership).GoAsync(force, () => Task.CompletedTask, ct);
    }

    private static async Task<LocalReply> PutBackAsync(HostControl control, CancellationToken ct) =>
        await control.Local.RollbackAsync(all: true, ct) is { Succeeded: false } undone
            ? LocalReply.Say(ExitCode.Error, undone.State.Reason)
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
