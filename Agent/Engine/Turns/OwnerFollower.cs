using IwTune.Agent.Ports;

namespace IwTune.Agent.Engine.Turns;

/// <summary>Keeps shadow routes equal to the routes of their owners, and removes what must not stay without a running agent.</summary>
public sealed class OwnerFollower
{
    private readonly TurnGround _ground;

    internal OwnerFollower(TurnGround ground) => _ground = ground;

    /// <summary>Renews the routes that stand in front of others' routes.</summary>
    /// <returns>When to call again at the latest; <see langword="null"/> when nothing expires.</returns>
    /// <exception cref="TunerUnavailableException">The system cannot be read.</exception>
    public async ValueTask<TimeSpan?> FollowAsync(CancellationToken ct)
    {
        var followed = await _ground.Tuner.FollowAsync(Managed(), ct);
        foreach (var what in followed.Done)
            _ground.Log.Info($"Followed: {what}.");
        _ground.Drift.LetGo(followed.LetGo);
        // A host that only looks must not write, and a container may have ended while it looked.
        if (followed.Ended.Count > 0 && !_ground.OnlyLooks)
            _ground.Keep(() => _ground.Journal.Forget(followed.Ended), "that these containers have ended");
        return followed.Again;
    }

    /// <summary>The agent stops: what must not stay without one is removed, and is set again at the next start.</summary>
    public async ValueTask StandDownAsync(CancellationToken ct)
    {
        try
        {
            foreach (var removed in await _ground.Tuner.StandDownAsync(ct))
                _ground.Log.Info($"Removed until the agent runs again: {removed}.");
        }
        catch (TunerUnavailableException e)
        {
            _ground.Log.Warn($"What needs a running agent could not be removed: {e.Message} Run 'iwtune cleanup' to remove it.");
        }
    }

    /// <summary>Removes what an earlier process left and the journal does not know.</summary>
    internal async ValueTask SweepAsync(CancellationToken ct)
    {
        try
        {
            await _ground.Tuner.ReadAsync(ct); // Only after a reading the managed targets have their present names.
            foreach (var removed in await _ground.Tuner.SweepAsync(Managed(), ct))
                _ground.Log.Info($"Removed, because it is no longer needed: {removed}.");
            await LeaveNothingUnfollowedAsync(ct);
        }
        catch (TunerUnavailableException e)
        {
            _ground.Log.Warn($"Could not check what an earlier agent left behind: {e.Message}");
        }
    }

    /// <inheritdoc cref="ITuner.Listed"/>
    internal IReadOnlyList<string> Listed() => _ground.Tuner.Listed(Managed());

    /// <inheritdoc cref="ITuner.SweepAsync"/>
    internal ValueTask<IReadOnlyList<string>> RemoveListedAsync(CancellationToken ct) => _ground.Tuner.SweepAsync(Managed(), ct);

    /// <summary>
    /// What a killed daemon left matches the owners' routes only as long as a process follows them, and a command does not stay.
    /// </summary>
    internal async ValueTask LeaveNothingUnfollowedAsync(CancellationToken ct)
    {
        foreach (var removed in _ground.Followed ? [] : await _ground.Tuner.StandDownAsync(ct))
            _ground.Log.Info($"Removed, because no agent runs to follow its owner: {removed}.");
    }

    private HashSet<string> Managed() => _ground.Journal.Managed.ToHashSet(StringComparer.Ordinal);
}
