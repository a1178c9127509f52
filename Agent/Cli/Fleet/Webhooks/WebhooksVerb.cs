namespace IwTune.Agent.Cli.Fleet.Webhooks;

/// <summary>Notifications about events.</summary>
internal static class WebhooksVerb
{
    public static Verb Create(CliContext context)
    {
        var group = new Verb(
            VerbGroup.Fleet,
            "webhooks",
            "URLs that receive events of rollouts, drift, verdicts, hosts, sign-ins and the audit log"
        );
        group.Add(WebhooksListVerb.Create(context));
        group.Add(WebhooksAddVerb.Create(context));
        group.Add(WebhooksRemoveVerb.Create(context));
        group.Add(WebhooksTestVerb.Create(context));
        group.Add(WebhooksRotateVerb.Create(context));
        group.Add(WebhooksResumeVerb.Create(context));
        group.Add(WebhooksDeliveriesVerb.Create(context));
        group.Add(WebhooksRedeliverVerb.Create(context));
        return group;
    }
}
