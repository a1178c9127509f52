using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Control;
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
        var force = new Option<bool>("--force") { Description = "Leave even when the server cannot be told or something cannot be put back" };
        var verb = new Verb(VerbGroup.Fleet, "unenroll", "Leave the fleet: put every window back, tell the server, forget both")
        {
            Details = "Through the daemon when one runs. Without --force nothing is changed when the server cannot be reached, "
                + "because the server would go on counting this host; with --force everything is put back all the same, and somebody must retire the host there.",
            Examples = [("sudo iwtune unenroll", $"the {HostWords.Here.Target}s are then byte for byte what they were")],
        };
        verb.Add(force);
        verb.SetAction((parsed, ct) => RunAsync(context, parsed.StateOf(), parsed.SocketOf(), parsed.GetValue(force), ct));
        return verb;
    }

    private static async Task<int> RunAsync(CliContext context, StateDirectory state, string socket, bool force, CancellationToken ct)
    {
        var reply = StateLock.Holder(state) is { Verb: "run" }
            ? LocalClient.Ask(socket, new LocalRequest(LocalVerb.Unenrol, Force: force)) ?? LocalReply.Say(ExitCode.Unreachable,
                $"A daemon holds {state.Root}, but does not listen on {socket}. Nothing was changed. Name its socket with --socket.")
            : await AloneAsync(context, state, force, ct);
        (reply.Exit == 0 ? context.Terminal.Out : context.Terminal.Error).WriteLine(reply.Text);
        return reply.Exit;
    }

    /// <summary>No daemon runs: this process does what it would do.</summary>
    private static async Task<LocalReply> AloneAsync(CliContext context, StateDirectory named, bool force, CancellationToken ct)
    {
        var state = StateDirectory.Open(named.Root);
        using var alone = StateLock.Take(state, "unenroll");
        var host = context.Host(state);
        if (host.Lacking is { } lacking)
            return LocalReply.Say(ExitCode.Permission, lacking);
        var identity = ReadIdentity(state, force, out var damaged);
        if (identity is null && !damaged)
            return LocalReply.Say(ExitCode.Error, $"This host is not enrolled: {state.Root} holds no identity. 'iwtune rollback --all' puts back what was changed here.");
        var log = new AgentLog(context.Terminal.Error);
        using var reconciler = Reconciler.Open(state, host.Tuner, host.Probe, context.Time, log);
        using var enforcement = new Enforcement(reconciler, BundleStore.Open(state.File(BundleStore.Name)), context.Time, log);
        using var membership = identity is null ? null : new Membership(state, identity, enforcement, host.Facts, context.Time, () => 0.5, log);
        enforcement.ReportTo(membership?.Reporter);
        return await new Departure(state, enforcement, membership).GoAsync(force, () => Task.CompletedTask, ct);
    }

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
