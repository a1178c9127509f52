using IwTune.Agent.Engine.Deciding;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.Repairs;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.State;

namespace IwTune.Agent.Engine.Turns;

/// <summary>What every step of a turn works with: the host through its tuner, and what the agent remembers of it.</summary>
internal sealed record TurnGround
{
    public required StateDirectory State { get; init; }

    public required Journal Journal { get; init; }

    public required JournaledTuner Tuner { get; init; }

    public required Verifier Verifier { get; init; }

    public required CommitConfirm Confirm { get; init; }

    public required Decisions Decisions { get; init; }

    public required Drift Drift { get; init; }

    public required FightWatch Fights { get; init; }

    public required TimeProvider Time { get; init; }

    public required AgentLog Log { get; init; }

    /// <summary>What the host's administrator decided; read at every turn.</summary>
    public required Func<HostSettings> Settings { get; init; }

    /// <summary>What is known of the host's connections; read at every turn.</summary>
    public required Func<HostSight> Sight { get; init; }

    /// <summary>True when this process stays and follows the owners of routes; otherwise what needs an agent is refused.</summary>
    public required bool Followed { get; init; }

    /// <summary>True for a process that changes nothing and may lack the right to read every file.</summary>
    public bool OnlyLooks { get; init; }

    /// <summary>The noun for one target of this system: <c>route</c>, <c>template</c>.</summary>
    public string Noun => Tuner.Capabilities.Noun;

    /// <summary>True for content that was applied or waits to be confirmed.</summary>
    public bool Holds(string digest) => Journal.Held?.Digest == digest || Confirm.Pending?.Digest == digest;

    /// <summary>Writes what comes after the steps. The before-images are safe by then, so a full disk is logged and not thrown.</summary>
    /// <param name="write">Writes.</param>
    /// <param name="lost">What is not stored when it fails.</param>
    public void Keep(Action write, string lost)
    {
        try
        {
            write();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            NotStored(e, lost);
        }
    }

    /// <summary>Logs what could not be written after the steps.</summary>
    public void NotStored(Exception why, string lost) => Log.Warn($"{State.Root} could not be written: {why.Message} Not stored: {lost}.");
}
