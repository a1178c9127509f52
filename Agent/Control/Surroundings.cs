using IwTune.Agent.Engine.Passive;

namespace IwTune.Agent.Control;

/// <summary>
/// What a daemon cannot know of the process it runs in. The usual one has it to itself; where a fleet is simulated, two thousand share one.
/// </summary>
public sealed record Surroundings
{
    /// <summary>A process with one daemon in it, on a host that it shares with programs of more importance.</summary>
    public static Surroundings Usual { get; } = new();

    /// <summary>
    /// Called after every turn: until the next, a minute or a month away, the daemon needs little, and what the turn took goes back to the
    /// system.
    /// </summary>
    public Action AfterTurn { get; init; } = () => GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive);

    /// <summary>What stands between the daemon and the network; by default nothing.</summary>
    public Func<HttpMessageHandler, HttpMessageHandler> Wire { get; init; } = network => network;

    /// <summary>How often what production connections had is told.</summary>
    public Telling Telling { get; init; } = Telling.Usual;
}
