using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Local;

namespace IwTune.Agent.Cli.Experiments;

/// <summary>Asks the daemon to end.</summary>
internal static class ExperimentStopVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Measure, "stop", "End the running experiment and remove its rules and routes")
        {
            Details =
                "Its samples and results are kept. Without a daemon no experiment runs; 'iwtune cleanup' removes the rest of a killed one.",
            Examples = [("sudo iwtune experiment stop", "every connection gets the host's own window again")],
        };
        verb.SetAction(parsed =>
            RunningDaemon.Tell(
                context.Terminal,
                RunningDaemon.Ask(parsed, new LocalRequest(LocalVerb.ExperimentStop) { By = Actor.OfThisProcess() })
                    ?? LocalReply.Say(
                        ExitCode.Unreachable,
                        "No daemon runs here, and so no experiment. 'iwtune cleanup' removes what a killed one left."
                    ),
                context.Noun
            )
        );
        return verb;
    }
}
