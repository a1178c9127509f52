using IwTune.Agent.Linux.Ownership.NetworkManager;
using IwTune.Agent.Linux.SystemBus;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Strategies.NetworkManager;

/// <summary>
/// One change of a profile, saved and applied under a checkpoint of NetworkManager: if this process dies in between, NetworkManager rolls
/// back by itself. The ordinary restore does not use the checkpoint, because a rollback empties the route table for 30 to 37 ms (measured);
/// the old values are applied instead.
/// </summary>
/// <param name="bus">Carries the calls to NetworkManager.</param>
/// <param name="device">The device.</param>
/// <param name="target">The target's id, for sentences.</param>
/// <param name="edit">The change; it returns <see langword="null"/> when the profile has no such route.</param>
internal sealed class ProfileChange(ISystemBus bus, NetworkManagerDevice device, string target, Func<BusValue, BusValue?> edit)
{
    private static readonly TimeSpan Rollback = TimeSpan.FromSeconds(30);

    private string? _checkpoint;
    private BusValue? _saved;
    private BusValue? _applied;
    private bool _onDisk;

    /// <param name="holds">True when the kernel's route is as required already.</param>
    /// <param name="ct">Cancels until the first change.</param>
    /// <returns><see cref="Outcome.Applied"/> when NetworkManager accepted both; it must then be kept or undone.</returns>
    public async ValueTask<Outcome> SaveAndApplyAsync(bool holds, CancellationToken ct)
    {
        var saved = await AskAsync(NetworkManagerCalls.Saved(device.ProfilePath), ct);
        if (saved.First is not { } before)
            return Unchanged("could not be read", saved);
        if (edit(before) is not { } wanted)
            return new Outcome.Refused(
                $"{target}: NetworkManager's profile '{device.ProfileName}' was changed and not applied yet: as saved, it has no such "
                    + "route. Apply or revert that change, then plan again."
            );
        var isSaved = ProfileEdit.Same(before, wanted);
        if (isSaved && holds)
            return new Outcome.AlreadyThere();
        if (await ForeignCheckpointAsync(ct) is { } pending)
            return pending;
        var file = await AskAsync(
            BusCall.Property(NetworkManagerCalls.Name, device.ProfilePath, NetworkManagerCalls.Profile, "Filename"),
            ct
        );
        _onDisk = file.First?.AsText is { Length: > 0 } path && !path.StartsWith("/run/", StringComparison.Ordinal);

        var created = await AskAsync(NetworkManagerCalls.CreateCheckpoint(device.Path, Rollback), ct);
        if (created.First?.AsText is not { } checkpoint)
            return Unchanged("could not be given a checkpoint", created);
        (_checkpoint, _saved) = (checkpoint, before);
        var trouble = isSaved ? null : await SaveAsync(wanted);
        trouble ??= await ApplyAsync();
        if (trouble is null)
            return new Outcome.Applied();
        await UndoAsync();
        return trouble;
    }

    /// <summary>The route is as required: removes the checkpoint.</summary>
    public async Task KeepAsync() => await AskAsync(NetworkManagerCalls.DestroyCheckpoint(_checkpoint!));

    /// <summary>Saves and applies what was there before. When even that fails, the checkpoint is left to roll back.</summary>
    public async Task UndoAsync()
    {
        var saved = await AskAsync(NetworkManagerCalls.Save(device.ProfilePath, ProfileEdit.Sendable(_saved!), _onDisk));
        var applied =
            _applied is null
            || (await AskAsync(NetworkManagerCalls.Reapply(device.Path, ProfileEdit.Sendable(_applied), BusValue.Of(0ul))))
                is BusAnswer.Values;
        if (saved is BusAnswer.Values && applied)
            await KeepAsync();
    }

    private async Task<Outcome?> SaveAsync(BusValue wanted)
    {
        var secrets = await SecretsAsync();
        var answer = await AskAsync(NetworkManagerCalls.Save(device.ProfilePath, wanted, _onDisk));
        if (answer is not BusAnswer.Values)
            return Unchanged("could not be saved", answer);
        if (secrets is null || await SecretsAsync() is not { } kept || kept.Equals(secrets))
            return null;
        // Never seen: NetworkManager keeps the secrets of a profile that is sent without any. If one does not, only NetworkManager still
        // knows them.
        await AskAsync(NetworkManagerCalls.RollbackCheckpoint(_checkpoint!));
        return new Outcome.Failed(
            $"{target}: NetworkManager lost secrets of profile '{device.ProfileName}' while it was saved; its checkpoint was rolled "
                + "back. Set the window in the profile by hand."
        );
    }

    /// <summary>
    /// The applied profile is changed, too, not replaced by the saved one: a person may have saved a change that is meant for later.
    /// </summary>
    private async Task<Outcome?> ApplyAsync()
    {
        for (var attempt = 1; ; attempt++)
        {
            var applied = await AskAsync(NetworkManagerCalls.Applied(device.Path));
            if (applied is not BusAnswer.Values { Items: [var now, var version] } || edit(now) is not { } wanted)
                return Unchanged("has no such route as applied", applied);
            _applied ??= now;
            var answer = await AskAsync(NetworkManagerCalls.Reapply(device.Path, wanted, version));
            if (answer is BusAnswer.Values)
                return null;
            if (attempt == 2 || answer is not BusAnswer.Error { Name: NetworkManagerCalls.Device + ".VersionIdMismatch" })
                return Unchanged("could not be applied", answer);
        }
    }

    /// <summary>
    /// Another tool's checkpoint would revert our change with its own rollback, and its tests would attribute our change to the tool.
    /// </summary>
    private async Task<Outcome.Refused?> ForeignCheckpointAsync(CancellationToken ct)
    {
        foreach (var checkpoint in (await AskAsync(NetworkManagerCalls.Checkpoints, ct)).First?.AsList ?? [])
        {
            var devices = await AskAsync(
                BusCall.Property(NetworkManagerCalls.Name, checkpoint.AsText!, NetworkManagerCalls.Checkpoint, "Devices"),
                ct
            );
            if (devices.First?.AsList.Any(other => other.AsText == device.Path) == true)
            {
                return new Outcome.Refused(
                    $"{target}: another tool (nmstate, Cockpit, an installer) has a checkpoint of NetworkManager pending on "
                        + $"{device.Interface} and may still roll back to it. Let it finish; the change is tried again at the next check."
                );
            }
        }
        return null;
    }

    /// <summary>The secrets that NetworkManager itself keeps for the profile; <see langword="null"/> when it keeps none.</summary>
    private async Task<BusValue?> SecretsAsync()
    {
        foreach (var (setting, value) in _saved!.Entries())
        {
            // One setting that has secrets answers with those of all settings.
            if (
                ProfileEdit.KeepsSecrets(setting, value)
                && (await AskAsync(NetworkManagerCalls.Secrets(device.ProfilePath, setting))).First is { } secrets
            )
                return secrets;
        }
        return null;
    }

    private Outcome Unchanged(string what, BusAnswer answer) =>
        answer is BusAnswer.Error { Name: var name } && name.EndsWith("PermissionDenied", StringComparison.Ordinal)
            ? new Outcome.Refused(
                $"{target}: NetworkManager does not let this user change profile '{device.ProfileName}' ({answer.Trouble}). Run the "
                    + "agent as root, or allow its user settings.modify.system, network-control and checkpoint-rollback of "
                    + "org.freedesktop.NetworkManager in polkit."
            )
            : new Outcome.Failed($"{target}: NetworkManager's profile '{device.ProfileName}' {what}. {answer.Trouble}");

    /// <summary>After the first change, stopping half-way is worse than the few seconds that the calls may take.</summary>
    private async Task<BusAnswer> AskAsync(BusCall call, CancellationToken ct = default) => await bus.CallAsync(call, ct);
}
