using System.CommandLine;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Local;
using IwTune.Shared.Model;
using IwTune.Shared.Model.Recommending;

namespace IwTune.Agent.Cli.Recommending;

/// <summary>What a running daemon has seen of this host's connections, a case for each target.</summary>
internal static class SeenCases
{
    private const string Otherwise = "Describe the traffic with --size and --rtt, or name a profile with --profile FILE.";

    /// <returns><see langword="null"/> when no daemon answers; that was reported.</returns>
    /// <exception cref="UsageException">No target has this name.</exception>
    public static async Task<IReadOnlyList<RecommendationCase>?> OfAsync(CliContext context, ParseResult parsed, CancellationToken ct)
    {
        if (RunningDaemon.Ask(parsed, new LocalRequest(LocalVerb.Traffic)) is not { Exit: ExitCode.Fine } reply)
        {
            await context.Terminal.Error.WriteLineAsync(
                $"No daemon that has looked at connections answers at {parsed.SocketOf()}: start the service, or 'iwtune run'. {Otherwise}"
            );
            return null;
        }
        if (reply.Text.Length > 0)
            await context.Terminal.Error.WriteLineAsync(reply.Text);
        var state = parsed.StateOf();
        var host = context.Host(state);
        var journal = JournalView.Of(state, context);
        var read = await new JournaledTuner(host.Tuner, journal.Journal).ReadAsync(ct);
        var rules = HostRules.Peek(state, host.Tuner.Capabilities, context.Time.GetUtcNow());
        var wanted = parsed.GetValue(RecommendOptions.Target);
        List<RecommendationCase> cases = [];
        foreach (var target in read.Targets)
        {
            if (wanted is not null && !target.Id.Contains(wanted, StringComparison.Ordinal))
                continue;
            var current = target.Current.InitCwnd ?? InitialWindow.LinuxDefault;
            if (reply.Evidence.FirstOrDefault(told => told.TargetId == target.Id)?.Passive?.Profile is not { } seen)
                continue;
            cases.Add(
                RecommendOptions.Over(
                    new()
                    {
                        Subject = target.Id,
                        Traffic = seen,
                        Current = current,
                        Role = target.IsDefault ? PathRole.Internet : PathRoles.Of(target.Destination),
                        Limits = rules.Limits,
                        Takes = host.Tuner.Capabilities.Segments is { } takes
                            ? new SegmentRange(takes.Least, takes.Most, takes.Multiple)
                            : SegmentRange.Linux,
                    },
                    parsed
                )
            );
        }
        if (cases.Count > 0)
            return cases;
        throw new UsageException(
            wanted is null
                ? $"The daemon has seen no connection end that sent data yet; it reports every few minutes. {Otherwise}"
                : $"The daemon has seen no traffic over a {context.Noun} whose name holds '{wanted}'. 'iwtune recommend' alone shows "
                    + "every one."
        );
    }
}
