namespace IwTune.Shared.Fleet.Hosts;

/// <summary>Lists of hosts that stand out, and their cases, in the words that command line and console share.</summary>
public static class StandingWords
{
    /// <summary>A list.</summary>
    public static string Of(StandingKind kind) => kind == StandingKind.OwnerFights ? "Owner fights" : kind.ToString();

    /// <summary>A case of a list.</summary>
    public static string Of(StandingCase one) =>
        one switch
        {
            StandingCase.ByAdministrator => "Held here",
            StandingCase.AtHost => "Held at the host",
            StandingCase.OwnerFights => "Owner fights",
            StandingCase.NeverSeen => "Never seen",
            StandingCase.PutBack => "Undone",
            _ => one.ToString(),
        };
}
