namespace IwTune.Agent.Cli.Output;

/// <summary>What <c>predict --json</c> writes.</summary>
internal sealed record PredictedRows(IReadOnlyList<PredictedRow> Rows);

internal sealed record PredictedRow(long Size, double RttMs, int Iw, int Rounds, double Ms);
