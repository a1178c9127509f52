using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Engine.Experiments.Analysis;

namespace IwTune.Agent.Cli.Output;

/// <summary>What <c>experiment status --json</c> prints.</summary>
internal sealed record ShownExperiment(ExperimentRecord Experiment, ExperimentAnalysis Analysis);
