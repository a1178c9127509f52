using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Engine.Experiments.Analysis;
using IwTune.Shared.Formatting;
using IwTune.Shared.Statistics;

namespace IwTune.Agent.Cli.Experiments;

/// <summary>The design effect that an experiment of this host measured.</summary>
internal static class MeasuredDesignEffect
{
    /// <summary>The mean over the classes of connections that have intervals, each by its connections.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="id">Id or name of the experiment.</param>
    /// <param name="ofLosses">True for shares of connections, false for times.</param>
    /// <exception cref="UsageException">There is no such experiment, or it has too few peers.</exception>
    public static double Of(ParseResult parsed, string id, bool ofLosses)
    {
        var store = new ExperimentStore(parsed.StateOf());
        var record = ExperimentChoice.Reading(parsed, () => store.Find(id)) ?? throw ExperimentChoice.Unknown(id, store);
        var analysis = ExperimentChoice.Reading(parsed, () => ExperimentAnalysis.Of(record.Plan, store.Samples(record.Plan.Id)));
        double sum = 0;
        long connections = 0;
        foreach (var one in analysis.Classes)
        {
            if (one.Units < ClusterBootstrap.LeastClusters || (ofLosses ? one.LossDesignEffect : one.DesignEffect) is not { } effect)
                continue;
            sum += effect * (one.Control + one.Treatment);
            connections += one.Control + one.Treatment;
        }
        return connections > 0
            ? sum / connections
            : throw new UsageException(
                Invariant.Text(
                    $"The experiment '{id}' has no class of connections with {ClusterBootstrap.LeastClusters} peers in each arm, so its "
                        + $"design effect is not known. Enter one with --design-effect."
                )
            );
    }
}
