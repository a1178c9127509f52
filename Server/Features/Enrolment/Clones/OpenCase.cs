using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Enrolment.Secrets;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Feed;
using IwTune.Shared.Fleet.Enrolment;

namespace IwTune.Server.Features.Enrolment.Clones;

/// <summary>
/// Two machines have one identity. The younger is quarantined, and the older makes a new secret: from then on the shared secret identifies
/// the copy, even after a restart or a restore of that machine.
/// </summary>
internal static class OpenCase
{
    public static async Task<int> RunAsync(DbSession write, TimeProvider clock, FleetHost host, LineageFinding.Two found)
    {
        await EndEarlierAsync(write, clock, host);
        var row = new CloneRow
        {
            Id = clock.NewId(),
            HostId = host.Id,
            FoundAt = clock.Now(),
            State = CloneState.Open,
            Reason = found.Reason,
            OlderRun = found.Older.Id,
            OlderBoot = found.Older.Boot,
            OlderAddress = found.Older.Address,
            OlderSeen = found.Older.FirstSeen,
            YoungerRun = found.Younger.Id,
            YoungerBoot = found.Younger.Boot,
            YoungerAddress = found.Younger.Address,
            YoungerSeen = found.Younger.FirstSeen,
            SharedHash = Convert.ToHexStringLower(host.Credential.Current),
        };
        await StoreAsync(write, clock, host, row);
        await Rotation.AskAsync(write, clock, "server", [host], "another machine has the same secret");
        return 1;
    }

    /// <summary>A machine came with the secret that the host replaced.</summary>
    public static async Task<int> OfFormerAsync(DbSession write, TimeProvider clock, FleetHost host, string address)
    {
        if (host.Shared is not null)
            return 0;
        var row = new CloneRow
        {
            Id = clock.NewId(),
            HostId = host.Id,
            FoundAt = clock.Now(),
            State = CloneState.Open,
            Reason =
                $"A machine at {address} used the secret that this host replaced at {Clock.At(host.Credential.MadeAt):u}: a copy, "
                + "or restored from an older image.",
            OlderBoot = host.Presence.BootId,
            YoungerAddress = address,
            YoungerSeen = clock.Now(),
            SharedHash = Convert.ToHexStringLower(host.Credential.Former!),
        };
        await StoreAsync(write, clock, host, row);
        return 1;
    }

    private static async Task StoreAsync(DbSession write, TimeProvider clock, FleetHost host, CloneRow row)
    {
        await CloneQueries.InsertAsync(write, row);
        await HistoryQueries.AddAsync(write, clock, host.Id, HistoryKind.CloneSuspected, row.Reason);
        await AuditLog.AppendAsync(
            write,
            clock,
            "server",
            HostActions.Clone,
            $"host:{host.Id}",
            $"{host.Identity.Name}: the younger of two machines is quarantined. {row.Reason}"
        );
        write.Tell(Topic.Hosts, host.Id);
        write.AfterCommit(() => host.Shared = row.InForce);
    }

    /// <summary>One case of a host at a time: the copy that was restarted is the same copy.</summary>
    private static async Task EndEarlierAsync(DbSession write, TimeProvider clock, FleetHost host)
    {
        if (host.Shared is { } before)
            await CloneQueries.StateAsync(write, before.CaseId, CloneState.Ended, clock.Now(), "server", "It was found again.");
    }
}
