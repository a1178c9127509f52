namespace IwTune.Shared.Impact;

/// <summary>Prospects as people say them, the same in console, command line and API.</summary>
public static class ProspectWords
{
    /// <summary>For one host or target: a word or two.</summary>
    public static string Of(Prospect prospect) =>
        prospect switch
        {
            Prospect.Same => "already set",
            Prospect.Changes => "changes",
            Prospect.PutBack => "restored",
            Prospect.Audited => "only audited",
            Prospect.Observing => "only observes",
            Prospect.Held => "held",
            Prospect.Overridden => "local override",
            Prospect.OwnerFights => "owner fights",
            Prospect.Unsupported => "unsupported",
            Prospect.Refused => "refused",
            _ => "unknown",
        };
}
