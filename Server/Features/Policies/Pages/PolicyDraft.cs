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

    /// <summary>Fingerprint of the text whose preview the person saw; only that text may be published.</summary>
    public string Checked { get; set; } = "";

    /// <summary>Browsers send CRLF (HTML, "normalize newlines"); a stored document has LF.</summary>
    public string Text => (Document ?? "").ReplaceLineEndings("\n");

    public string Fingerprint => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes($"{Text}\0{Assign?.Trim()}")));
}

/// <summary>What publishing would do.</summary>
/// <param name="Name">The policy.</param>
/// <param name="Number">The revision it would become.</param>
/// <param name="Before">The text of the latest revision; empty for a new policy.</param>
/// <param name="After">The text to publish.</param>
/// <param name="Hosts">Hosts the policy decides for at this moment.</param>
/// <param name="Total">Hosts of the fleet.</param>
/// <param name="Unchanged">True when the latest revision requires the same.</param>
/// <param name="Fingerprint">As in <see cref="PolicyDraft.Fingerprint"/>.</param>
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
    public required IwTune.Shared.Wire.ImpactRequest Proposal { get; init; }

    /// <summary>How many hosts change, when that is more than half of the fleet and must be typed.</summary>
    public int? Half { get; init; }
}
