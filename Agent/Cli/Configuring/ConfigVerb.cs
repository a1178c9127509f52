namespace IwTune.Agent.Cli.Configuring;

/// <summary>What the agent itself runs with.</summary>
internal static class ConfigVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Look, "config", "The settings of the agent itself: show them with their sources, check their files")
        {
            Details =
                "agent.yaml and limits.yaml lie in the state directory; what they may say is in docs/agent-settings.md and "
                + "docs/policy-reference.md.",
            Examples =
            [
                ("sudo iwtune config show", "what the agent runs with"),
                ("sudo iwtune config check", "before a restart or a reload"),
            ],
        };
        verb.Add(ConfigShowVerb.Create(context));
        verb.Add(ConfigCheckVerb.Create(context));
        return verb;
    }
}
