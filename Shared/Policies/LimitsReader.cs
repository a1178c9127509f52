using IwTune.Shared.Policies.Syntax;

namespace IwTune.Shared.Policies;

/// <summary>The result of reading a limits file: the limits, or everything that is wrong with it.</summary>
/// <param name="Limits">The limits; <see langword="null"/> when there is any problem.</param>
/// <param name="Problems">All problems, in the order of the document; empty when there are limits.</param>
public sealed record LimitsResult(Limits? Limits, IReadOnlyList<PolicyProblem> Problems);

/// <summary>Reads a host's own limits file: <c>max: 32</c> and <c>step: x2</c>, each optional, at least one.</summary>
public static class LimitsReader
{
    /// <summary>The limits, or everything that is wrong with the text. Never throws because of the text.</summary>
    /// <remarks>An empty file is a problem, not "no limit": the author of a limits file expects a limit.</remarks>
    public static LimitsResult Read(string text)
    {
        var findings = new Findings();
        var root = Document.Read(text, findings);
        var limits = LimitsRule.Read(root, "", findings);
        return findings.Any || root is null ? new(null, findings.Problems) : new(limits, []);
    }
}
