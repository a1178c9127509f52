using IwTune.Server.Features.Holds;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Enrolment;

/// <summary>
/// Members with the machine id of the host that just joined. One that has been silent is the same machine before it was set up again,
/// and is retired. One that still checks in is left alone: a clone, or several agents on one machine; both histories say so.
/// </summary>
internal static class Twins
{
    // Twice the longest poll and its pause: whoever is alive has been heard of since.
    private static readonly TimeSpan Silent = TimeSpan.FromMinutes(5);

    private sealed class Twin
    {
        public string Id { get; init; } = "";
        public long EnrolledAt { get; init; }
    }

    public static async Task SettleAsync(DbSession write, TimeProvider clock, HostDirectory hosts, string id, HostFacts facts)
    {
        if (facts.MachineId.Length == 0)
            return;
        var twins = await write.ListAsync<Twin>(
            "select id, enrolled_at from hosts where machine_id = @MachineId and id <> @id and retired_at is null", new { facts.MachineId, id });
        foreach (var twin in twins)
        {
            var known = hosts.Find(twin.Id);
            var name = known?.Identity.Name ?? twin.Id;
            var heard = Math.Max(known?.Presence.SeenAt ?? 0, twin.EnrolledAt);
            if (clock.Now() - heard < Silent.TotalMilliseconds && known is { RekeyReason.Length: 0 })
            {
                await HistoryQueries.AddAsync(write, clock, id, "SameMachine", $"{name} ({twin.Id}) has the same machine id and is alive: a clone, or several agents on one machine.");
                await HistoryQueries.AddAsync(write, clock, twin.Id, "SameMachine", $"{facts.HostName} ({id}) joined with the same machine id: a clone, or several agents on one machine.");
                continue;
            }
            await HoldWrites.MoveAsync(write, clock, twin.Id, id);
            await HostWrites.RetireAsync(write, clock, twin.Id, "server", $"Replaced: the machine enrolled again as {facts.HostName} ({id}).");
            write.AfterCommit(() => hosts.Remove(twin.Id));
        }
    }
}
