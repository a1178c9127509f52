using System.CommandLine;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Enrolling;

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
            Description =
                "Before the agent is uninstalled: also restore on a host that is in no fleet, then delete what the agent keeps, without "
                + "--state in the state directory of the service and in the usual one",
        };
        var verb = new Verb(VerbGroup.Fleet, "unenroll", "Leave the fleet: restore every window, notify the server, forget both")
        {
            Details =
                "A running daemon does it. When the server cannot be reached, nothing is changed without --force, "
                + "because the server would still count this host; with --force everything is restored anyway, and an administrator "
                + "must retire the host on the server.",
            Examples =
            [
                ("sudo iwtune unenroll", $"the {HostWords.Here.Target}s are then byte for byte what they were"),
                (
                    "sudo iwtune unenroll --force --purge",
                    "leaves nothing of the agent but limits.yaml and agent.yaml; stop the daemon first"
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
        var socketDecides = parsed.GetResult(SocketOption.Option) is not null && parsed.GetResult(StateOption.Option) is null;
        var reply =
            socketDecides || StateLock.Holder(state) is { Stays: true }
                ? RunningDaemon.Ask(parsed, new LocalRequest(LocalVerb.Unenrol, Force: force))
                    ?? LocalReply.Say(
                        ExitCode.Unreachable,
                        $"A daemon holds {state.Root}, but does not listen on {socket}. Nothing was changed. Name its socket with --socket."
                    )
                : await Leaving.AloneAsync(context, parsed, state, "unenroll", force, ct);
        return Say(context.Terminal, reply);
    }

    private static async Task<int> PurgeAsync(CliContext context, ParseResult parsed, bool force, CancellationToken ct)
    {
        var states = await StatesOfHost.FindAsync(context, parsed, ct);
        var present = states.Present;
        foreach (var state in present)
            if (Say(context.Terminal, await PurgeAsync(context, parsed, state, force, ct)) is not ExitCode.Fine and var exit)
                return exit;
        return present.Count > 0
            ? ExitCode.Fine
            : Say(context.Terminal, LocalReply.Say(ExitCode.Fine, $"Nothing of the agent is left: {states.Absent}"));
    }

    /// <summary>What cannot be restored keeps its before-images: then nothing is deleted.</summary>
    private static async Task<LocalReply> PurgeAsync(
        CliContext context,
        ParseResult parsed,
        StateDirectory state,
        bool force,
        CancellationToken ct
    )
    {
        var reply = await Leaving.AloneAsync(context, parsed, state, "unenroll", force, ct, alsoWithoutFleet: true);
        if (reply.Exit != ExitCode.Fine)
            return reply with { Text = $"{reply.Text} Nothing was deleted in {state.Root}." };
        try
        {
            var left = StateErasure.Erase(state);
            return reply with
            {
                Text =
                    $"{reply.Text} Nothing of the agent is left in "
                    + $"{state.Root}{(left.Count == 0 ? "" : $" but {string.Join(", ", left)}")}.",
            };
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return LocalReply.Say(
                ExitCode.Error,
                $"{reply.Text} What the agent keeps in {state.Root} could not all be deleted: {e.Message}"
            );
        }
    }

    private static int Say(Terminal terminal, LocalReply reply)
    {
        (reply.Exit == 0 ? terminal.Out : terminal.Error).WriteLine(reply.Text);
        return reply.Exit;
    }
}
