namespace IwTune.Shared.Policies;

/// <summary>The result of reading a policy: the policy, or everything that is wrong with it.</summary>
/// <param name="Policy">The policy; <see langword="null"/> when there is any problem.</param>
/// <param name="Problems">All problems, in the order of the document; empty when there is a policy.</param>
/// <param name="Warnings">What is allowed but deserves a thought; never stops anything.</param>
public sealed record PolicyResult(Policy? Policy, IReadOnlyList<PolicyProblem> Problems, IReadOnlyList<PolicyProblem> Warnings);
