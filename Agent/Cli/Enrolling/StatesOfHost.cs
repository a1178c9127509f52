using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;

namespace IwTune.Agent.Cli.Enrolling;

/// <summary>
/// For verbs after which no agent may have left anything on this host: without <c>--state</c> they look where the running daemon, the
/// service and commands keep their state.
/// </summary>
internal sealed class StatesOfHost
{
    private readonly IReadOnlyList<StateDirectory> _all;
    private readonly bool _named;

    private StatesOfHost(IReadOnlyList<StateDirectory> all, bool named) => (_all, _named) = (all, named);

    /// <summary>Those that are there.</summary>
    public IReadOnlyList<StateDirectory> Present => [.. _all.Where(state => state.Exists)];

    /// <summary>For a verb that finds none: where it looked.</summary>
    public string Absent =>
        $"there is no {string.Join(" and no ", _all.Select(state => state.Root))}."
        + (_named ? "" : " If an agent ran with another state directory, name it with --state.");

    /// <exception cref="StateUnusableException">It cannot be found out where the service has its state.</exception>
    public static async ValueTask<StatesOfHost> FindAsync(CliContext context, ParseResult parsed, CancellationToken ct)
    {
        if (parsed.GetResult(StateOption.Option) is not null)
            return new StatesOfHost([parsed.StateOf()], named: true);
        List<string> paths = [.. await context.States(ct)];
        if (LocalClient.Ask(parsed.SocketOf(), new LocalRequest(LocalVerb.Status)) is { Status.StateDirectory: { } used })
            paths.Insert(0, used);
        return new StatesOfHost([.. paths.Select(StateDirectory.At).DistinctBy(state => state.Root)], named: false);
    }
}
