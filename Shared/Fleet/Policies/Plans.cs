using IwTune.Shared.Policies;

namespace IwTune.Shared.Fleet.Policies;

/// <summary>The desired state of a directory of policies on the server.</summary>
public sealed record PlanRequest
{
    /// <summary>The policies; at most 200.</summary>
    public IReadOnlyList<PlanFile> Policies { get; set; } = [];

    /// <summary>Which hosts follow which of them; <see langword="null"/> leaves all assignments unchanged.</summary>
    public PlanFile? Assignments { get; init; }

    /// <summary>Also remove what the directory does not hold: policies, and with <see cref="Assignments"/> the assignments.</summary>
    public bool Prune { get; init; }
}

/// <summary>A file of the directory.</summary>
/// <param name="Path">As problems name it.</param>
/// <param name="Text">Its content.</param>
public sealed record PlanFile(string Path, string Text);

/// <summary>Something wrong with a file, or worth a thought.</summary>
/// <param name="Path">The file.</param>
/// <param name="Problem">What and where.</param>
public sealed record FileProblem(string Path, PolicyProblem Problem)
{
    /// <summary><c>edge.yaml:4:13 window.initcwnd: '1024': must be …</c></summary>
    public override string ToString() => Path.Length == 0 ? Problem.ToString() : $"{Path}:{(Problem.Line > 0 ? "" : " ")}{Problem}";
}

/// <summary>A plan, or everything that is wrong with the files.</summary>
/// <param name="Plan">What would be done; <see langword="null"/> when there is any problem.</param>
/// <param name="Problems">All problems of all files.</param>
/// <param name="Warnings">What is allowed and deserves a thought.</param>
public sealed record PlanReply(PolicyPlan? Plan, IReadOnlyList<FileProblem> Problems, IReadOnlyList<FileProblem> Warnings);

/// <summary>Everything that applying a directory would do.</summary>
public sealed record PolicyPlan
{
    /// <summary>
    /// SHA-256 over what would be done and what it starts from, lower-case hex: applying it names this, and is refused when the server has
    /// moved on.
    /// </summary>
    public required string Hash { get; init; }

    /// <summary>Every policy of the directory and of the server, by name.</summary>
    public required IReadOnlyList<PlannedPolicy> Policies { get; init; }

    /// <summary>Every assignment of the file and of the server; empty without a file.</summary>
    public required IReadOnlyList<PlannedAssignment> Assignments { get; init; }

    /// <summary>What it changes for which hosts, with the first of them.</summary>
    public required ImpactPage Impact { get; init; }

    /// <summary>What must be typed to apply it: the number of hosts when it changes more than half of the fleet, <c>POLICIES/HOSTS</c> when
    /// it removes policies;
    /// <see langword="null"/> when nothing must.</summary>
    public string? Confirm { get; init; }

    /// <summary>True when it changes anything.</summary>
    public required bool Changes { get; init; }
}

/// <summary>What the plan does with a policy or an assignment.</summary>
public enum PlannedAction
{
    /// <summary>It is on the server as in the directory.</summary>
    Unchanged,

    /// <summary>It is made.</summary>
    New,

    /// <summary>A new revision, or another priority.</summary>
    Changed,

    /// <summary>The latest revision has this content and was staged: it is published to every host.</summary>
    Released,

    /// <summary>The directory does not hold it; it goes.</summary>
    Removed,

    /// <summary>The directory does not hold it; it stays, since nothing is to be pruned.</summary>
    Kept,
}

/// <summary>A policy of the plan.</summary>
public sealed record PlannedPolicy
{
    /// <summary>Its name.</summary>
    public required string Name { get; init; }

    /// <summary>Its file; <see langword="null"/> when the directory has none.</summary>
    public string? Path { get; init; }

    /// <summary>What the plan does with it.</summary>
    public required PlannedAction Action { get; init; }

    /// <summary>The latest revision on the server, 0 for none.</summary>
    public required int Base { get; init; }

    /// <summary>The revision that hosts get; <see langword="null"/> for a policy that goes.</summary>
    public int? Revision { get; init; }

    /// <summary>Against the latest revision, where there is a change.</summary>
    public IReadOnlyList<DiffLine> Lines { get; init; } = [];
}

/// <summary>An assignment of the plan.</summary>
/// <param name="Selector">In canonical order.</param>
/// <param name="Policy">The policy's name.</param>
/// <param name="Priority">What it will weigh.</param>
/// <param name="Action">What the plan does with it.</param>
/// <param name="Id">That of the one on the server; <see langword="null"/> for a new one.</param>
public sealed record PlannedAssignment(string Selector, string Policy, int Priority, PlannedAction Action, string? Id);

/// <summary>Applies a plan, whole or not at all.</summary>
/// <param name="Plan">The same files.</param>
/// <param name="Hash">That of the reviewed plan.</param>
/// <param name="Reason">Why, for every revision and the audit log.</param>
/// <param name="Confirm">As in <see cref="PolicyPlan.Confirm"/>.</param>
public sealed record ApplyRequest(PlanRequest Plan, string Hash, string Reason, string? Confirm = null);

/// <summary>What applying did.</summary>
/// <param name="Sequence">The publication number that bundles carry from now on.</param>
/// <param name="Plan">The plan that was applied.</param>
public sealed record ApplyReply(long Sequence, PolicyPlan Plan);

/// <summary>Removes a policy: its assignments end and its hosts restore their before-images; its revisions stay.</summary>
/// <param name="Reason">Why, for the audit log.</param>
/// <param name="Confirm">As in <see cref="PolicyPlan.Confirm"/>: <c>1/HOSTS</c>.</param>
public sealed record RemovePolicyRequest(string Reason, string? Confirm = null);
