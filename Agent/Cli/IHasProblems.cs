using IwTune.Shared.Policies;

namespace IwTune.Agent.Cli;

/// <summary>A refusal that lists every problem separately, for programs.</summary>
internal interface IHasProblems
{
    /// <summary>The document they are in, as it was named on the command line; empty for none.</summary>
    string Document { get; }

    /// <summary>All of them; empty when the message says everything.</summary>
    IReadOnlyList<PolicyProblem> Problems { get; }
}
