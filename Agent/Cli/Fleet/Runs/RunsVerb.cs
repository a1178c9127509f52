namespace IwTune.Agent.Cli.Fleet.Runs;

/// <summary>Exports that the server makes and keeps.</summary>
internal static class RunsVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "runs", "Compliance exports that the server makes and keeps")
        {
            Examples =
            [
                ("iwtune fleet runs start --reason 'third quarter' --formats pdf,xlsx", "the server makes it and keeps it for 400 days"),
                ("iwtune fleet runs get 0197… --out q3.zip", "then: iwtune verify-export q3.zip --key FINGERPRINT"),
                ("iwtune fleet runs compare 0193… 0197…", "what changed since the last audit"),
            ],
        };
        foreach (
            var one in (Verb[])
                [
                    RunsListVerb.Create(context),
                    RunsShowVerb.Create(context),
                    RunsStartVerb.Create(context),
                    RunsGetVerb.Create(context),
                    RunsCompareVerb.Create(context),
                    RunsAttestVerb.Create(context),
                    RunsHoldVerbs.Hold(context),
                    RunsHoldVerbs.Release(context),
                    RunsLinkVerbs.Link(context),
                    RunsLinkVerbs.Unlink(context),
                ]
        )
            verb.Add(one);
        return verb;
    }
}
