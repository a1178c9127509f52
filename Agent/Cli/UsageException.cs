using IwTune.Shared.Policies;

namespace IwTune.Agent.Cli;

/// <summary>The request is invalid as it stands; nothing was done. The message has every problem, one per line.</summary>
public sealed class UsageException : Exception, IHasProblems
{
    public UsageException() { }

    public UsageException(string message)
        : base(message) { }

    public UsageException(string message, Exception inner)
        : base(message, inner) { }

    /// <inheritdoc/>
    public string Document { get; init; } = "";

    /// <inheritdoc/>
    public IReadOnlyList<PolicyProblem> Problems { get; init; } = [];

    /// <summary>For a document with problems.</summary>
    /// <param name="document">As it was named on the command line.</param>
    /// <param name="problems">All of them.</param>
    /// <param name="nothing">What was not done because of them, as the last line; empty for none.</param>
    internal static UsageException Of(string document, IReadOnlyList<PolicyProblem> problems, string nothing = "") =>
        new($"{Output.Problems.Lines(document, problems)}{(nothing.Length > 0 ? "\n" : "")}{nothing}")
        {
            Document = document,
            Problems = problems,
        };
}
