using System.CommandLine;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;

namespace IwTune.Agent.Cli.Standing;

/// <summary>Ends a hold.</summary>
internal static class ReleaseVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Change, "release", "End a hold: repair, and apply the waiting revision, at once")
        {
            Details = "Also repairs targets again that were given up because their owner undid every repair.",
            Examples = [("sudo iwtune release", "end the hold")],
        };
        verb.Add(JsonOption.Option);
        verb.SetAction(parsed => Run(context, parsed));
        return verb;
    }

    private static int Run(CliContext context, ParseResult parsed)
    {
        if (RunningDaemon.Ask(parsed, new LocalRequest(LocalVerb.Release)) is { } reply)
            return RunningDaemon.Tell(context.Terminal, reply, context.Noun, parsed.WantsJson());
        var state = StateDirectory.Open(parsed.StateOf().Root);
        using var alone = StateLock.Take(state, "release");
        var ended = Holds.Read(state, context.Time.GetUtcNow());
        StandingFiles.Write(state, () => Holds.Release(state));
        return ChangeJson.Say(
            context.Terminal,
            parsed.WantsJson(),
            ExitCode.Fine,
            ended is null
                ? "This host was not held."
                : $"Released; it was {ended}. No daemon runs, so no window was changed: 'iwtune run' or 'iwtune apply FILE' changes them."
        );
    }
}
