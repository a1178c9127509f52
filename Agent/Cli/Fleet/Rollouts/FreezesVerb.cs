namespace IwTune.Agent.Cli.Fleet.Rollouts;

/// <summary>Times in which no ring starts.</summary>
internal static class FreezesVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "freezes", "Times in which no rollout starts a ring")
        {
            Examples = [("iwtune fleet freezes add --for 48h --reason 'Black Friday'", "from now on")],
        };
        verb.Add(FreezesListVerb.Create(context));
        verb.Add(FreezesAddVerb.Create(context));
        verb.Add(FreezesRemoveVerb.Create(context));
        return verb;
    }
}
