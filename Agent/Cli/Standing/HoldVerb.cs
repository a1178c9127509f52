using System.CommandLine;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Standing;

/// <summary>Stops all changes on this host.</summary>
internal static class HoldVerb
{
    private static readonly Option<TimeSpan?> For = DurationOption.Create(
        "--for",
        "End the hold automatically after this time",
        "2h",
        TimeSpan.FromMinutes(1),
        TimeSpan.FromHours(8760)
    );

    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Change, "hold", "Change nothing on this host: no repair, no new revision, until 'iwtune release'")
        {
            Details = $"""
                For maintenance, and for times when another program must be able to change {HostWords.Here.Target}s. Windows stay as they
                are.
                A new revision is received and verified, and waits; the server shows the hold beside the host's verdict.
                A hold survives new revisions, restarts and reboots. A file named 'hold' in the state directory has the same effect;
                its first line is the reason. 'iwtune rollback' still works.
                """,
            Examples =
            [
                ("sudo iwtune hold --reason 'switching providers'", "until it is released"),
                ("sudo iwtune hold --for 2h", "for a maintenance window"),
            ],
        };
        verb.Add(ReasonOption.Option);
        verb.Add(For);
        verb.Add(JsonOption.Option);
        verb.SetAction(parsed => Run(context, parsed));
        return verb;
    }

    private static int Run(CliContext context, ParseResult parsed)
    {
        var now = context.Time.GetUtcNow();
        var hold = new HoldState(Actor.OfThisProcess(), now, parsed.GetValue(For) is { } time ? now + time : null, parsed.ReasonOf());
        if (RunningDaemon.Ask(parsed, new LocalRequest(LocalVerb.Hold) { Hold = hold }) is { } reply)
            return RunningDaemon.Tell(context.Terminal, reply, context.Noun, parsed.WantsJson());
        var state = StateDirectory.Open(parsed.StateOf().Root);
        using var alone = StateLock.Take(state, "hold");
        if (CommitConfirm.PendingIn(state, context.Time) is { } pending)
            throw new StateUnusableException(
                $"{PolicyName.Of(pending.Policy, pending.Revision)} waits to be confirmed. Run 'iwtune confirm' or 'iwtune rollback' first."
            );
        StandingFiles.Write(state, () => Holds.Place(state, hold));
        return ChangeJson.Say(context.Terminal, parsed.WantsJson(), ExitCode.Fine, LocalStandingText.Placed(hold, reported: false));
    }
}
