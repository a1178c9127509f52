namespace IwTune.Server.Console.Diffing;

/// <summary>One row of a side-by-side comparison.</summary>
/// <param name="Kind">Same, changed, removed or added.</param>
/// <param name="OldLine">Line number on the left, from 1; 0 when there is none.</param>
/// <param name="Old">The left line in pieces.</param>
/// <param name="NewLine">Line number on the right, from 1; 0 when there is none.</param>
/// <param name="New">The right line in pieces.</param>
public sealed record DiffRow(DiffRowKind Kind, int OldLine, IReadOnlyList<DiffPiece> Old, int NewLine, IReadOnlyList<DiffPiece> New);

/// <summary>A piece of a line.</summary>
/// <param name="Text">Its text.</param>
/// <param name="Marked">True when the other side does not have it.</param>
public sealed record DiffPiece(string Text, bool Marked);

/// <summary>How a line changed.</summary>
public enum DiffRowKind
{
    Same,
    Changed,
    Removed,
    Added,
}
