using IwTune.Server.Features.Rollouts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Policies;

/// <summary>Makes a revision the one that every host of its policy must have, at once. This ends a rollout of the policy.</summary>
internal static class Release
{
    /// <returns>The rollout that was moving hosts and now is superseded; <see langword="null"/> for none.</returns>
    public static async Task<string?> RunAsync(DbSession write, TimeProvider clock, string actor, string policy, long number)
    {
        await write.ExecuteAsync("update policies set released = @number where name = @policy", new { policy, number });
        var sentence = $"Revision {number} was published to every host by {Actors.Name(actor)}.";
        return await EndRolloutAsync(write, clock, policy, actor, sentence);
    }

    /// <inheritdoc cref="RunAsync"/>
    public static async Task<string?> EndRolloutAsync(DbSession write, TimeProvider clock, string policy, string actor, string sentence)
    {
        await write.ExecuteAsync("update rollouts set in_force = @no where policy = @policy and in_force", new { no = false, policy });
        if (await RolloutQueries.ActiveAsync(write, policy) is not { } moving)
            return null;
        var ended = await RolloutWrites.ChangeAsync(
            write,
            moving,
            moving with
            {
                State = nameof(RolloutState.Superseded),
                Sentence = sentence,
                PausedFrom = "",
                EndedAt = clock.Now(),
            }
        );
        await RolloutWrites.AddEventAsync(write, clock, ended, actor, RolloutEventKind.Superseded, sentence);
        return ended.Id;
    }

    /// <summary>The end of an audit entry that ended a rollout.</summary>
    public static string Ended(string? rollout) => rollout is null ? "" : $" Rollout {rollout} is superseded.";
}
