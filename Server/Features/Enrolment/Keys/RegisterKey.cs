using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Feed;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Features.Enrolment.Keys;

/// <summary>
/// A member that enrolled without a key registers one, with its secret as proof. The first one stays; a repeated call changes nothing.
/// </summary>
internal static class RegisterKey
{
    public static async Task<IResult> HandleAsync(
        HttpContext context,
        HostKeyOffer offer,
        Database database,
        HostDirectory hosts,
        TimeProvider clock
    )
    {
        if (HostGate.Admit(context, hosts, out var refusal) is not { } host)
            return refusal;
        if (host.Shared is { KeptRun.Length: > 0 } shared && shared.KeptRun != HostGate.RunOf(context))
            return RefusalAnswer.Membership(
                StatusCodes.Status409Conflict,
                "The key was not registered.",
                $"{shared.Reason} Until an administrator decides, only the older machine may register one.",
                new(MembershipState.Quarantined, Clock.At(shared.Found))
            );
        var (key, wrong) = HostKey.Read(offer, HostKeys.Register, host.Id, clock.Now());
        if (key is null)
            return RefusalAnswer.Invalid("The key was not registered.", wrong);
        var stored = await StoreAsync(database, clock, host, key);
        return stored.PublicKey == key.PublicKey
            ? TypedResults.NoContent()
            : RefusalAnswer.Of(
                StatusCodes.Status409Conflict,
                "The key was not registered.",
                "This host already has another key, which stays valid. 'iwtune enroll --again' enrols again with a new key."
            );
    }

    /// <returns>The key that the host has from now on.</returns>
    private static Task<HostKey> StoreAsync(Database database, TimeProvider clock, FleetHost host, HostKey key) =>
        database.WriteAsync(async write =>
        {
            var changed = await write.ExecuteAsync(
                "update hosts set host_key = @PublicKey, host_key_kind = @Kind, host_key_at = @At where id = @Id and host_key = ''",
                new
                {
                    key.PublicKey,
                    key.Kind,
                    key.At,
                    host.Id,
                }
            );
            if (changed > 0)
            {
                await HistoryQueries.AddAsync(
                    write,
                    clock,
                    host.Id,
                    HistoryKind.KeyRegistered,
                    $"It registered a key. {HostKey.Told(key)} From now on its secret alone is not sufficient."
                );
                await AuditLog.AppendAsync(
                    write,
                    clock,
                    $"host:{host.Id}",
                    HostActions.RegisterKey,
                    $"host:{host.Id}",
                    $"{host.Identity.Name} registered a host key. {HostKey.Told(key)}"
                );
                write.Tell(Topic.Hosts, host.Id);
            }
            // Another server may have taken one meanwhile.
            var row = (
                await write.FindAsync<Row>("select host_key, host_key_kind, host_key_at from hosts where id = @Id", new { host.Id })
            )!;
            var stored = Keys.HostKey.Stored(row.HostKey, row.HostKeyKind, row.HostKeyAt)!;
            write.AfterCommit(() => host.Credential = host.Credential with { Key = stored });
            return stored;
        });

    private sealed class Row
    {
        public string HostKey { get; init; } = "";
        public string HostKeyKind { get; init; } = "";
        public long? HostKeyAt { get; init; }
    }
}
