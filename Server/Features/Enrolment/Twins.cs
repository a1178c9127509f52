using IwTune.Server.Features.Holds;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Enrolment;

/// <summary>
/// Members that may be the same machine as an enrolling host, before it was reinstalled. A machine id is no secret and proves nothing: a
/// silent member is replaced by a host that has its secret, or that an administrator approved. Every other stays a member, and both
/// histories say so.
/// </summary>
internal static class Twins
{
    private const int MostTold = 20;

    // Twice the longest poll and its pause: a live host has been heard of since.
    private static readonly TimeSpan Silent = TimeSpan.FromMinutes(5);

    private sealed class Twin
    {
        public string Id { get; init; } = "";
        public string Name { get; init; } = "";
        public long EnrolledAt { get; init; }
    }

    /// <summary>
    /// Whether the machine id is that of a member that an administrator holds. An enrolment beside it would defeat the hold, so a person
    /// must check it.
    /// </summary>
    public static async Task<bool> MeetsHoldAsync(DbSession db, string machineId)
    {
        foreach (var twin in await ListAsync(db, machineId))
        {
            if (await HoldQueries.IsHeldAsync(db, twin.Id))
                return true;
        }
        return false;
    }

    /// <param name="write">The transaction.</param>
    /// <param name="clock">The time now.</param>
    /// <param name="hosts">The members.</param>
    /// <param name="id">The id of the enrolling host.</param>
    /// <param name="facts">What it says of itself.</param>
    /// <param name="replaces">Whether it may replace the member with this id.</param>
    /// <returns>
    /// What an administrator should know of the members with the same machine id that stay, as sentences with a space before; empty when
    /// there is none.
    /// </returns>
    public static async Task<string> SettleAsync(
        DbSession write,
        TimeProvider clock,
        HostDirectory hosts,
        string id,
        HostFacts facts,
        Func<string, bool> replaces
    )
    {
        var stay = new List<Twin>();
        foreach (var twin in (await ListAsync(write, facts.MachineId)).Where(twin => twin.Id != id))
        {
            if (IsSilent(clock, hosts, twin) && replaces(twin.Id))
            {
                await HoldWrites.MoveAsync(write, clock, twin.Id, id);
                await HostWrites.RetireAsync(
                    write,
                    clock,
                    twin.Id,
                    "server",
                    $"Replaced: the machine enrolled again as {facts.HostName} ({id})."
                );
                write.AfterCommit(() => hosts.Remove(twin.Id));
            }
            else
            {
                stay.Add(twin);
            }
        }
        if (stay.Count == 0)
            return "";
        // Which hosts these are is only for people who see the whole fleet; the histories are for people who see one of the hosts.
        await HistoryQueries.AddAsync(
            write,
            clock,
            id,
            HistoryKind.SameMachine,
            $"Enrolled with the machine id of {(stay.Count == 1 ? "another host" : $"{stay.Count} other hosts")}. {Meaning}"
        );
        foreach (var twin in stay.Take(MostTold))
            await HistoryQueries.AddAsync(
                write,
                clock,
                twin.Id,
                HistoryKind.SameMachine,
                $"Another host enrolled with this machine id. {Meaning}"
            );
        var named = string.Join(
            ", ",
            stay.Take(MostTold).Select(twin => $"{twin.Name} ({twin.Id}, {(IsSilent(clock, hosts, twin) ? "silent" : "alive")})")
        );
        return $" The same machine id has: {named}{(stay.Count > MostTold ? $" and {stay.Count - MostTold} more" : "")}. If the machine "
            + "was reinstalled, retire the former host.";
    }

    private const string Meaning =
        "It is a reinstalled machine, a copy, or several agents on one machine. Both are enrolled; the audit log names them.";

    private static bool IsSilent(TimeProvider clock, HostDirectory hosts, Twin twin)
    {
        var known = hosts.Find(twin.Id);
        var heard = Math.Max(known?.Presence.SeenAt ?? 0, twin.EnrolledAt);
        return known is not { RekeyReason.Length: 0 } || clock.Now() - heard >= Silent.TotalMilliseconds;
    }

    private static async Task<IReadOnlyList<Twin>> ListAsync(DbSession db, string machineId) =>
        machineId.Length == 0
            ? []
            : await db.ListAsync<Twin>(
                "select id, name, enrolled_at from hosts where machine_id = @machineId and retired_at is null order by id",
                new { machineId }
            );
}
