using IwTune.Shared.Policies;
using IwTune.Shared.Policies.Editing;

namespace IwTune.Server.Features.Policies.Pages;

/// <summary>A form to show.</summary>
/// <param name="Fields">Its values.</param>
/// <param name="Result">The text with the values in it.</param>
public sealed record PolicyForm(PolicyFields Fields, string Result)
{
    /// <summary>More rows than this make a form that no person reads.</summary>
    public const int MostScopes = 40;
}

/// <summary>What became of a draft whose form was sent, or that is to be shown as a form.</summary>
/// <param name="Read">The text with the form's values in it, read.</param>
internal sealed record TakenForm(PolicyResult Read)
{
    /// <summary>What the form cannot change in this text.</summary>
    public IReadOnlyList<PolicyProblem> Refused { get; init; } = [];

    public PolicyForm? Form { get; init; }

    public PolicyProblem? NoForm { get; init; }

    /// <summary>
    /// Writes the form's values into the draft's text. While they are invalid and the form stays open, the text stays that before
    /// them: only a valid text has fields to compare with.
    /// </summary>
    public static TakenForm Of(PolicyDraft draft)
    {
        var sent = draft.Form?.Over(PolicyFields.Of(draft.Text) ?? new());
        var edit = sent is null ? new FieldsResult(draft.Text, []) : FieldsEdit.Apply(draft.Text, sent);
        var read = PolicyReader.Read(edit.Text);
        var sound = read.Policy is not null && edit.Refused.Count == 0;
        var asked = draft.Action == "form" || (sent is not null && draft.Action != "yaml");
        if (sound || !asked)
            draft.Document = edit.Text;
        var shown =
            !asked ? null
            : sound ? PolicyFields.Of(edit.Text)
            : sent;
        var why = !asked ? null : Why(read, shown);
        return new(read)
        {
            Refused = [.. edit.Refused.Select(Refusal)],
            Form = why is null && shown is not null ? new(shown, edit.Text) : null,
            NoForm = why,
        };
    }

    private static PolicyProblem? Why(PolicyResult read, PolicyFields? shown) =>
        shown is null
            ? read.Problems is [var first, ..]
                ? first
                : new("", null, "The form cannot read how this text is written.", 0, 0)
            : shown.Scopes.Count > PolicyForm.MostScopes
                ? new("scopes", null, $"The form shows up to {PolicyForm.MostScopes} scopes; this policy has {shown.Scopes.Count}.", 0, 0)
                : null;

    private static PolicyProblem Refusal(string path) =>
        new(
            path,
            null,
            path == "scopes[0]"
                ? "the form cannot change this scope: it is the only one, or a comment would be lost; change it in the YAML"
                : "the form cannot change this here without changing more of the text; change it in the YAML",
            0,
            0
        );
}
