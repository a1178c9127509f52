using System.Security.Cryptography;
using System.Text;

namespace IwTune.Server.Features.Policies.Pages;

/// <summary>What the editor's form carries.</summary>
public sealed class PolicyDraft
{
    public string Document { get; set; } = "";
    public string Reason { get; set; } = "";
    public string Assign { get; set; } = "";

    /// <summary>The number of hosts, where it must be typed.</summary>
    public string Confirm { get; set; } = "";

    /// <summary>The fields of the form view; <see langword="null"/> when the text itself was edited.</summary>
    public PolicyFormInput? Form { get; set; }

    /// <summary>
    /// <c>read</c> while a person types; <c>yaml</c> or <c>form</c> to change the view; <c>check</c>, <c>publish</c> or <c>stage</c>.
    /// </summary>
    public string Action { get; set; } = "";

    /// <summary>The cursor of the page of hosts to show.</summary>
    public string After { get; set; } = "";

    /// <summary>The latest revision when the text was opened or previewed, 0 for none.</summary>
    public int Base { get; set; }

    /// <summary>Fingerprint of the text whose preview the person saw; only that text may be published.</summary>
    public string Checked { get; set; } = "";

    /// <summary>Browsers send CRLF (HTML, "normalize newlines"); a stored document has LF.</summary>
    public string Text => (Document ?? "").ReplaceLineEndings("\n");

    /// <summary>Of the text on top of a revision: a preview against another revision does not count.</summary>
    public string FingerprintOn(int revision) =>
        Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes($"{Text}\0{Assign?.Trim()}\0{revision}")));
}

/// <summary>What publishing would do.</summary>
/// <param name="Name">The policy.</param>
/// <param name="Number">The revision it would become.</param>
/// <param name="Before">The text of the latest revision; empty for a new policy.</param>
/// <param name="After">The text to publish.</param>
/// <param name="Hosts">Hosts that would have to have it, without held ones.</param>
/// <param name="Total">Hosts of the fleet.</param>
/// <param name="Unchanged">True when hosts must have this content already.</param>
/// <param name="Fingerprint">As in <see cref="PolicyDraft.FingerprintOn"/>.</param>
public sealed record PolicyPreview(
    string Name,
    int Number,
    string Before,
    string After,
    int Hosts,
    int Total,
    bool Unchanged,
    string Fingerprint
)
{
    /// <summary>The change, in the form for a preview of every host.</summary>
    public required IwTune.Shared.Fleet.Policies.ImpactRequest Proposal { get; init; }

    /// <summary>The latest revision, removed or not; 0 for a new policy.</summary>
    public required int Base { get; init; }

    /// <summary>True when the policy was removed; publishing makes it again.</summary>
    public bool Removed { get; init; }

    /// <summary>Held hosts that would get it otherwise.</summary>
    public required int Held { get; init; }

    /// <summary>The revision that hosts outside a rollout must have; <see langword="null"/> for none.</summary>
    public required int? Released { get; init; }

    /// <summary>Who published since the text was opened or previewed; <see langword="null"/> when no one did.</summary>
    public string? Overtaken { get; init; }

    /// <summary>How many hosts change, when that is more than half of the fleet and must be typed.</summary>
    public int? Half { get; init; }
}
