using IwTune.Agent.Windows.Authors.Logs;

namespace IwTune.Agent.Windows.Authors.Clues;

/// <summary>Events of Group Policy for the computer. A user's policy cannot change templates.</summary>
internal static class PolicyClues
{
    /// <summary>The author where scripts ran.</summary>
    public const string ScriptAuthor = "a Group Policy script";

    /// <summary>How to set the window there.</summary>
    public const string Advice =
        "Set the window in that Group Policy object, or remove it there ('gpresult /h FILE' lists the applied objects).";

    /// <returns><see langword="null"/> for a script of a user.</returns>
    public static Clue? Of(LoggedEvent found) =>
        found.Id switch
        {
            // The name of a computer's account ends with a dollar sign.
            4018 or 5018 => found.Text("PrincipalSamName").EndsWith('$')
                ? new Clue(
                    ClueKind.PolicyScripts,
                    found.At,
                    ScriptAuthor,
                    $"Group Policy {(found.Id == 4018 ? "started" : "ended")} scripts of the computer"
                )
                {
                    Advice = Advice,
                }
                : null,
            4016 or 5016 => Processing(
                found,
                $"Group Policy {(found.Id == 4016 ? "began" : "ended")} its extension {LoggedName.Of(found.Text("CSEExtensionName"))}"
            ),
            _ => Processing(found, "Group Policy began to process the computer's policy"),
        };

    private static Clue Processing(LoggedEvent found, string what) =>
        new(ClueKind.Policy, found.At, "a Group Policy script or preference", what) { Advice = Advice };
}
