namespace IwTune.Agent.Cli.Output;

/// <summary>What <c>sample-size --json</c> prints.</summary>
internal sealed record SampleSizes(double Alpha, double Power, SampleSizeRow[] Rows);

/// <summary>One difference, and the sample that it needs.</summary>
internal sealed record SampleSizeRow(double Effect, double? Sigma, double? Baseline, double? Changed, long EachArm);
