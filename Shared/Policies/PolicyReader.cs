using IwTune.Shared.Policies.Syntax;

namespace IwTune.Shared.Policies;

/// <summary>Reads the document people write, YAML or JSON.</summary>
public static class PolicyReader
{
    /// <summary>
    /// The largest document that is read, bytes of UTF-8. A caller with a file need not load more than one byte beyond it.
    /// </summary>
    public const int MaxBytes = Document.MaxBytes;

    /// <summary>The policy, or everything that is wrong with the text. Never throws because of the text.</summary>
    /// <param name="text">The whole document; JSON when it starts with <c>{"</c>, YAML otherwise.</param>
    /// <param name="interfaces">
    /// The interfaces of the one host the document is for; a scope that names another is a problem. <see langword="null"/> for a policy of
    /// many hosts.
    /// </param>
    public static PolicyResult Read(string text, IReadOnlyCollection<string>? interfaces = null)
    {
        var findings = new Findings(interfaces);
        var policy = Document.Read(text, findings) is { } root ? PolicyValidator.Validate(root, findings) : null;
        return findings.Any || policy is null ? new(null, findings.Problems, findings.Warnings) : new(policy, [], findings.Warnings);
    }
}

/// <summary>The result of reading a policy: the policy, or everything that is wrong with it.</summary>
/// <param name="Policy">The policy; <see langword="null"/> when there is any problem.</param>
/// <param name="Problems">All problems, in the order of the document; empty when there is a policy.</param>
/// <param name="Warnings">What is allowed but deserves a thought; never stops anything.</param>
public sealed record PolicyResult(Policy? Policy, IReadOnlyList<PolicyProblem> Problems, IReadOnlyList<PolicyProblem> Warnings);
