namespace IwTune.Server.Features.Retention;

/// <summary>What became of the partitions of evidence.</summary>
/// <param name="Rows">Rows that went with their partitions.</param>
/// <param name="Others">Tables whose old rows are to be deleted one by one.</param>
/// <param name="InUse">Partitions that are old and that another transaction used.</param>
internal sealed record DroppedEvidence(long Rows, IReadOnlyList<string> Others, IReadOnlyList<string> InUse);
