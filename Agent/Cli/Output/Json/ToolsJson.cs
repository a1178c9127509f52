using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Agent.Cli.Collecting;
using IwTune.Agent.Cli.Flights;
using IwTune.Agent.Cli.Surveying;
using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Engine.Experiments.Analysis;
using IwTune.Agent.Engine.Trials;
using IwTune.Shared.Model.Recommending;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Output.Json;

/// <summary>The JSON of <c>--json</c> of the commands in <see cref="ToolVerbs"/>, in the form of <see cref="AgentJson.Shown"/>.</summary>
[JsonSourceGenerationOptions(JsonSerializerDefaults.Web, GenerationMode = JsonSourceGenerationMode.Metadata, UseStringEnumConverter = true)]
[JsonSerializable(typeof(CollectManifest))]
[JsonSerializable(typeof(MembershipView))]
[JsonSerializable(typeof(HostFacts))]
[JsonSerializable(typeof(PredictedRows))]
[JsonSerializable(typeof(ShownFlights))]
[JsonSerializable(typeof(RecommendedHost))]
[JsonSerializable(typeof(ExaminedHost))]
[JsonSerializable(typeof(ProbedHost))]
[JsonSerializable(typeof(ShownSurvey))]
[JsonSerializable(typeof(ShownPublished))]
[JsonSerializable(typeof(MeasuredRtt))]
[JsonSerializable(typeof(TriedPath))]
[JsonSerializable(typeof(SampleSizes))]
[JsonSerializable(typeof(ShownExperiment))]
[JsonSerializable(typeof(IReadOnlyList<ExperimentRecord>))]
[JsonSerializable(typeof(List<FirstFlightCheck>))]
internal sealed partial class ToolsJson : JsonSerializerContext
{
    /// <summary>As <see cref="AgentJson.Shown"/>.</summary>
    public static ToolsJson Shown { get; } = new(new(AgentJson.Shown.Options));
}

/// <summary>What <c>recommend --json</c> writes.</summary>
internal sealed record RecommendedHost(IReadOnlyList<Recommendation> Recommendations);

/// <summary>What <c>sample-size --json</c> prints.</summary>
internal sealed record SampleSizes(double Alpha, double Power, double DesignEffect, SampleSizeRow[] Rows);

/// <summary>One difference, and the sample that it needs.</summary>
internal sealed record SampleSizeRow(double Effect, double? Sigma, double? Baseline, double? Changed, long EachArm);

/// <summary>What <c>experiment status --json</c> prints; without an experiment both are <see langword="null"/>.</summary>
internal sealed record ShownExperiment(ExperimentRecord? Experiment, ExperimentAnalysis? Analysis);
