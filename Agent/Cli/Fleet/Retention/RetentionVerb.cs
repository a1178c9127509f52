namespace IwTune.Agent.Cli.Fleet.Retention;

/// <summary>How long the server keeps things, and legal holds.</summary>
internal static class RetentionVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "retention", "How long the server keeps history, reports and its audit log; legal holds")
        {
            Examples =
            [
                ("iwtune fleet retention set --history 400 --reports 90 --reason 'as agreed'", "the audit log is kept forever"),
                (
                    "iwtune fleet retention hold --name 'case 4711' --selector site:fra --from 2026-01-01T00:00Z --reason 'asked for'",
                    "nothing of these hosts is deleted"
                ),
            ],
        };
        verb.Add(RetentionShowVerb.Create(context));
        verb.Add(RetentionSetVerb.Create(context));
        verb.Add(LegalHoldsVerb.Create(context));
        verb.Add(LegalHoldVerb.Create(context));
        verb.Add(LegalHoldLiftVerb.Create(context));
        return verb;
    }
}
