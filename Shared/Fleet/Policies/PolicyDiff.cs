namespace IwTune.Shared.Fleet.Policies;

/// <summary>The difference of two revisions, line by line.</summary>
/// <param name="Policy">The policy's name.</param>
/// <param name="From">The older revision.</param>
/// <param name="To">The newer revision.</param>
/// <param name="Lines">Every line of both, in order.</param>
public sealed record PolicyDiff(string Policy, int From, int To, IReadOnlyList<DiffLine> Lines);

/// <summary>One line of a difference.</summary>
/// <param name="Kind">Whether the line stayed, went or came.</param>
/// <param name="Old">Line number in the older text, from 1; <see langword="null"/> for an added line.</param>
/// <param name="New">Line number in the newer text, from 1; <see langword="null"/> for a removed line.</param>
/// <param name="Text">The line without its end.</param>
public sealed record DiffLine(DiffKind Kind, int? Old, int? New, string Text);

/// <summary>How a line changed.</summary>
public enum DiffKind
{
    /// <summary>In both texts.</summary>
    Same,

    /// <summary>Only in the older one.</summary>
    Removed,

    /// <summary>Only in the newer one.</summary>
    Added,
}
