using IwTune.Server.Features.Rollouts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Policies;

/// <summary>Makes a revision the one that every host of its policy must have, at once. This ends a rollout of the policy.</summary>
internal static class Release
{
    /// <returns>Rollouts that were moving hosts and now are superseded.</returns>
    public static async Task<IReadOnlyList<string>> RunAsync(DbSession write, TimeProvider clock, string actor, string policy, long number)
    {
        await write.ExecuteAsync("update policies set released = @number where name = @policy", new { policy, number });
        return await EndRolloutsAsync(write, clock, policy, actor, $"Revision {number} was released to every host by {actor}.");
    }

    /// <returns>Rollouts that were moving hosts and now are superseded.</returns>
    public static async Task<IReadOnlyList<string>> EndRolloutsAsync(
        DbSession write,
        TimeProvider clock,
        string policy,
        string actor,
        string sentence
    )
    {
        var moving = await write.ListAsync<string>(
            "select id from rollouts where policy = @policy and state not in ('Complete', 'RolledBack', 'Aborted', 'Superseded')",
            new { policy }
        );
        var now = clock.Now();
        await write.ExecuteAsync("update rollouts set in_force = @no where policy = @policy and in_force", new { no = false, policy });
        foreach (var id in moving)
        {
            await write.ExecuteAsync(
                "update rollouts set state = 'Superseded', sentence = @sentence, ended_at = @now, version = version + 1 where id = @id",
                new
                {
                    id,
                    sentence,
                    now,
                }
            );
            await write.ExecuteAsync(
                RolloutWrites.InsertEvent,
                new
                {
                    @event = clock.NewId(),
                    id,
                    now,
                    actor,
                    kind = nameof(RolloutEventKind.Superseded),
                    text = sentence,
                    reason = "",
                }
            );
        }
        return moving;
    }
}
