using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Restoring;

/// <summary>Removes what must not stay when the agent died: for systemd's <c>ExecStopPost=</c>, and for people.</summary>
internal static class CleanupVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Change, "cleanup", "Remove leftover shadow routes and experiments of a killed agent")
        {
            Details = """
                A shadow route precedes a route of NetworkManager, networkd or the kernel and must follow it. A daemon removes its shadow
                routes and its experiment when it stops; this command removes those of a daemon that was killed. Other windows and the
                journal stay: the next start sets everything again. Refused while the daemon of this state directory runs; waits for one
                that is stopping.
                """,
            Examples =
            [
                ("sudo iwtune cleanup", "after the agent was killed"),
                ("ip route show table all proto 105", "shadow routes that would be removed; 106 for an experiment"),
            ],
        };
        verb.Add(WaitOption.Option);
        verb.SetAction((parsed, ct) => RunAsync(context, parsed.StateOf(), parsed.WaitOf(), ct));
        return verb;
    }

    private static async Task<int> RunAsync(CliContext context, StateDirectory state, TimeSpan? wait, CancellationToken ct)
    {
        if (await new LockWait(context, wait).OutlastAsync(state, ct) is { IsDaemon: true } daemon)
        {
            await context.Terminal.Error.WriteLineAsync(
                daemon.Stopping
                    ? $"The daemon of {state.Root} (pid {daemon.Pid}) has not ended yet; it removes its shadow routes before it ends. "
                        + "Nothing was changed. Try again, or wait longer with --wait."
                    : $"The daemon of {state.Root} runs (pid {daemon.Pid}) and looks after its shadow routes itself; nothing was "
                        + "changed. Stopping it removes them."
            );
            return ExitCode.Error;
        }
        var host = context.Host();
        if (host.Lacking is { } lacking)
            throw new HostUnsupportedException($"{lacking} Nothing was changed.") { Privilege = "CAP_NET_ADMIN" };
        var removed = await host.Tuner.StandDownAsync(ct);
        foreach (var what in removed)
            await context.Terminal.Out.WriteLineAsync($"removed: {what}");
        await context.Terminal.Out.WriteLineAsync(
            removed.Count == 0
                ? "Nothing to clean up: no shadow route is left."
                : $"{Counted.Of(removed.Count, Noun(removed))} removed; the owners' own routes serve now."
        );
        return ExitCode.Fine;
    }

    private static string Noun(IReadOnlyList<string> removed) =>
        removed.All(what => what.StartsWith("shadow", StringComparison.Ordinal)) ? "shadow route" : "row";
}
