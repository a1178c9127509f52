using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Enrolment.Secrets;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Webhooks.Events;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Feed;
using IwTune.Shared.Fleet.Enrolment;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Enrolment.Clones;

/// <summary>What an administrator decides about two machines with one identity.</summary>
internal static class DecideCase
{
    /// <summary>The quarantined machine may become a host of its own.</summary>
    public static Task<string> AdoptAsync(
        Database database,
        HostDirectory hosts,
        TimeProvider clock,
        string actor,
        string id,
        string why
    ) =>
        DecideAsync(
            database,
            hosts,
            clock,
            actor,
            id,
            why,
            CloneState.Adopted,
            HostActions.Adopt,
            "the quarantined machine may become a separate host",
            (_, _, _) => Task.CompletedTask
        );

    /// <summary>The machine left permanently, or enrolled again by itself.</summary>
    public static Task<string> EndAsync(Database database, HostDirectory hosts, TimeProvider clock, string actor, string id, string why) =>
        DecideAsync(
            database,
            hosts,
            clock,
            actor,
            id,
            why,
            CloneState.Ended,
            HostActions.EndClone,
            "the case of the quarantined machine is closed",
            (_, _, _) => Task.CompletedTask
        );

    /// <summary>The quarantined machine is the one to keep; the other is quarantined in its place.</summary>
    public static Task<string> SwapAsync(Database database, HostDirectory hosts, TimeProvider clock, string actor, string id, string why) =>
        DecideAsync(
            database,
            hosts,
            clock,
            actor,
            id,
            why,
            CloneState.Swapped,
            HostActions.Swap,
            "the quarantined machine keeps the identity, and the other is quarantined in its place",
            ExchangeAsync
        );

    /// <summary>
    /// Where the older machine has made a new secret already, the shared secret becomes the identity's again, and the new one identifies
    /// the older machine.
    /// </summary>
    private static async Task ExchangeAsync(DbSession write, CloneRow row, FleetHost host)
    {
        if (host.Credential.Former is { } former && Convert.ToHexStringLower(former) == row.SharedHash)
        {
            await write.ExecuteAsync(
                "update hosts set secret_hash = former_secret_hash, former_secret_hash = secret_hash, next_secret_hash = '' where id = @Id",
                new { host.Id }
            );
            write.AfterCommit(() =>
                host.Credential = host.Credential with { Current = former, Former = host.Credential.Current, Next = null }
            );
        }
    }

    /// <returns>Why nothing was decided; empty when it was.</returns>
    private static Task<string> DecideAsync(
        Database database,
        HostDirectory hosts,
        TimeProvider clock,
        string actor,
        string id,
        string why,
        CloneState state,
        EventType action,
        string told,
        Func<DbSession, CloneRow, FleetHost, Task> further
    ) =>
        database.WriteAsync(async write =>
        {
            if (await CloneQueries.FindAsync(write, id) is not { } row)
                return "This case does not exist.";
            if (row.State != CloneState.Open)
                return $"The case was already decided by {Actors.Name(row.DecidedBy)}: {row.State.ToString().ToLowerInvariant()}.";
            if (hosts.Find(row.HostId) is not { } host)
                return "The host has left the fleet.";
            await CloneQueries.StateAsync(write, id, state, clock.Now(), actor, why);
            await further(write, row, host);
            await HistoryQueries.AddAsync(
                write,
                clock,
                host.Id,
                HistoryKind.CloneDecided,
                $"Decided by {Actors.Name(actor)}: {told}. {why}".TrimEnd()
            );
            await AuditLog.AppendAsync(write, clock, actor, action, $"host:{host.Id}", $"{host.Identity.Name}: {told}.", why);
            write.Tell(Topic.Hosts, host.Id);
            var after = (await CloneQueries.FindAsync(write, id))!.InForce;
            write.AfterCommit(() => host.Shared = after);
            if (state == CloneState.Swapped)
                await Rotation.AskAsync(write, clock, "server", [host], "another machine had the same secret");
            return "";
        });
}
