using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;

namespace IwTune.Agent.Cli.Execution;

/// <summary>The daemon of this state directory, when there is one: then it changes the host, and a command only asks it.</summary>
internal static class RunningDaemon
{
    /// <summary>Asks the daemon.</summary>
    /// <returns>Its answer; <see langword="null"/> when this state directory has no daemon and the command acts itself.</returns>
    public static LocalReply? Ask(ParseResult parsed, LocalRequest request)
    {
        var socket = parsed.SocketOf();
        if (parsed.GetResult(SocketOption.Option) is not null)
            return OfAnotherState(parsed, socket)
                ?? LocalClient.Ask(socket, request)
                ?? LocalReply.Say(
                    ExitCode.Unreachable,
                    $"{LocalClient.NoDaemon(socket)} Without --socket the same command works when no daemon runs."
                );
        var status = LocalClient.Ask(socket, new LocalRequest(LocalVerb.Status));
        if (status is null || (status.Status is { } of && of.StateDirectory != parsed.StateOf().Root))
            return null; // several agents run on one machine; the one that answers may be another's
        return status.Status is null ? status : LocalClient.Ask(socket, request);
    }

    /// <summary>A daemon with another state directory than the one named beside its socket is another agent.</summary>
    private static LocalReply? OfAnotherState(ParseResult parsed, string socket)
    {
        var named = parsed.StateOf().Root;
        return
            parsed.GetResult(StateOption.Option) is null
            || LocalClient.Ask(socket, new LocalRequest(LocalVerb.Status)) is not { Status.StateDirectory: var used }
            || used == named
            ? null
            : LocalReply.Say(
                ExitCode.Error,
                $"The daemon on {socket} keeps its state in {used}, not in {named}. Nothing was done. Leave --state out, or name the "
                    + "socket of the other daemon."
            );
    }

    /// <summary>
    /// The time for a daemon whose connection broke to release the lock: the kernel closes a process's descriptors one after the other.
    /// </summary>
    private static readonly TimeSpan Dying = TimeSpan.FromSeconds(2);

    /// <summary>Asks the daemon for an action that the command can take itself once the daemon has ended.</summary>
    /// <param name="time">Times the wait for a daemon that is ending.</param>
    /// <param name="parsed">The command line.</param>
    /// <param name="request">The request.</param>
    /// <param name="repeatable">
    /// True when doing it twice is the same as once: then it does not matter whether a daemon that ended without an answer had done it.
    /// </param>
    /// <returns>Its answer; <see langword="null"/> when there is none, or it ends without an answer and the command acts itself.</returns>
    public static async Task<LocalReply?> AskUnlessStoppingAsync(
        TimeProvider time,
        ParseResult parsed,
        LocalRequest request,
        bool repeatable
    )
    {
        var state = parsed.StateOf();
        var asked = StateLock.Holder(state);
        if (asked is { Stopping: true })
            return null;
        var reply = Ask(parsed, request);
        var ended = reply is { Exit: ExitCode.Unreachable } && asked is { IsDaemon: true } && await HasEndedAsync(time, state);
        if (!ended)
            return reply;
        return repeatable
            ? null
            : LocalReply.Say(
                ExitCode.Unreachable,
                $"The daemon of {state.Root} ended before it answered, and may have done it all the same. Look at 'iwtune history' "
                    + "before you try again."
            );
    }

    private static async Task<bool> HasEndedAsync(TimeProvider time, StateDirectory state)
    {
        for (var start = time.GetTimestamp(); StateLock.Holder(state) is { Stays: true }; )
        {
            if (time.GetElapsedTime(start) > Dying)
                return false;
            await Task.Delay(TimeSpan.FromMilliseconds(20), time);
        }
        return true;
    }

    /// <summary>Writes the daemon's answer: its text to the right stream, and its measurements.</summary>
    public static int Tell(Terminal terminal, LocalReply reply, string noun, bool json = false)
    {
        var fine = reply.Exit is ExitCode.Fine or ExitCode.Differs or ExitCode.Unsupported;
        if (json && (fine || reply.State is not null))
            return ChangeJson.Write(terminal, reply.Exit, reply.Text, reply.State, reply.Evidence);
        var text = reply.State is { } below ? ReasonsBelow.Of(reply.Text, below) : reply.Text;
        if (text.Length > 0)
        {
            if (fine)
                terminal.Say(text, hanging: 0);
            else
                terminal.Error.WriteLine(text);
        }
        if (reply.State is { } state)
        {
            if (state.Unmatched.Count > 0 || state.Targets.Any(target => target.Wanted is not null || target.Left is not null))
                StateView.Write(terminal, state, reply.Evidence, noun);
            else
                RestoredView.Write(terminal, state);
        }
        return reply.Exit;
    }
}
