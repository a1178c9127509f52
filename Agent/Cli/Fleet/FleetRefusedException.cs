using IwTune.Shared.Policies;

namespace IwTune.Agent.Cli.Fleet;

/// <summary>The server did not do what was requested. Nothing is half done: report it and end.</summary>
public sealed class FleetRefusedException : Exception, IHasProblems
{
    public FleetRefusedException() { }

    public FleetRefusedException(string message)
        : base(message) { }

    public FleetRefusedException(string message, Exception inner)
        : base(message, inner) { }

    public FleetRefusedException(int exit, string message)
        : base(message) => Exit = exit;

    /// <inheritdoc/>
    public string Document { get; init; } = "";

    /// <inheritdoc/>
    public IReadOnlyList<PolicyProblem> Problems { get; init; } = [];

    /// <summary>
    /// True when only the number of hosts is missing, which a person must enter: more than half of the fleet would change.
    /// </summary>
    public bool AsksForNumber { get; init; }

    /// <summary>
    /// True when a program is to blame: the server does not know the call or a part of it, or its answer cannot be read.
    /// </summary>
    public bool IsMismatch { get; init; }

    /// <summary>As in <see cref="ExitCode"/>.</summary>
    public int Exit { get; } = ExitCode.Error;

    /// <summary>The same refusal in other words.</summary>
    internal FleetRefusedException With(string message) =>
        new(Exit, message)
        {
            Document = Document,
            Problems = Problems,
            AsksForNumber = AsksForNumber,
            IsMismatch = IsMismatch,
        };
}
