namespace IwTune.Agent.Cli.Fleet.Rollouts;

/// <summary>Revisions on their way to hosts, ring by ring.</summary>
internal static class RolloutsVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "rollouts", "Move hosts to a revision ring by ring, each judged by evidence")
        {
            Details =
                "A rollout is planned, approved by a second person, and then admits one ring of hosts after the other. Each ring is "
                + "observed: its outcomes are compared with hosts that do not have the revision yet. ID is a rollout's id, or a policy's "
                + "name for its latest rollout.",
            Examples =
            [
                ("iwtune fleet policies push edge.yaml --stage --reason CHG-7", "a revision that no host gets yet"),
                ("iwtune fleet rollouts start edge --to 4 --reason CHG-7", "plan it"),
                ("iwtune fleet rollouts approve edge", "a second person approves the plan"),
                ("iwtune fleet rollouts watch edge", "until it ends"),
            ],
        };
        foreach (
            var part in (Verb[])
                [
                    RolloutsListVerb.Create(context),
                    RolloutsShowVerb.Create(context),
                    RolloutsHostsVerb.Create(context),
                    RolloutsPlanVerb.Create(context),
                    RolloutsStartVerb.Create(context),
                    RolloutsApproveVerb.Create(context),
                    .. RolloutsCommandVerbs.Create(context),
                    RolloutsWatchVerb.Create(context),
                ]
        )
            verb.Add(part);
        return verb;
    }
}
