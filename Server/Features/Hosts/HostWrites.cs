using System.Text.Json;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Enrolment.Keys;
using IwTune.Server.Features.Holds;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Feed;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Hosts;

internal static class HostWrites
{
    /// <returns>How the host is known from now on, as the store has it.</returns>
    public static async Task<HostCredential> InsertAsync(
        DbSession write,
        string id,
        HostFacts facts,
        string secretHash,
        int slot,
        string tokenId,
        long now,
        HostKey? key = null
    )
    {
        write.Tell(Topic.Hosts, id);
        await write.ExecuteAsync(
            """
            insert into hosts (id, name, machine_id, secret_hash, os, os_name, kernel, agent_version, facts, slot_seconds, enrolled_at,
                secret_at, token_id, host_key, host_key_kind, host_key_at)
            values (@id, @HostName, @MachineId, @secretHash, @Os, @OsName, @Kernel, @AgentVersion, @json, @slot, @now, @now, @tokenId,
                @key, @kind, @keyAt)
            """,
            new
            {
                id,
                facts.HostName,
                facts.MachineId,
                secretHash,
                facts.Os,
                facts.OsName,
                facts.Kernel,
                facts.AgentVersion,
                json = Json(facts),
                slot,
                now,
                tokenId,
                key = key?.PublicKey ?? "",
                kind = key?.Kind ?? "",
                keyAt = key?.At,
            }
        );
        return new(Convert.FromHexString(secretHash), MadeAt: now, Key: key);
    }

    public static Task<int> FactsAsync(DbSession write, string id, HostFacts facts) =>
        write.ExecuteAsync(
            """
            update hosts set name = @HostName, machine_id = @MachineId, os = @Os, os_name = @OsName, kernel = @Kernel,
              agent_version = @AgentVersion, facts = @json where id = @id
            """,
            new
            {
                id,
                facts.HostName,
                facts.MachineId,
                facts.Os,
                facts.OsName,
                facts.Kernel,
                facts.AgentVersion,
                json = Json(facts),
            }
        );

    /// <summary>The host leaves the fleet; its secret is void, its history stays.</summary>
    /// <returns>False when it had left before.</returns>
    public static async Task<bool> RetireAsync(DbSession write, TimeProvider clock, string id, string actor, string reason)
    {
        var changed = await write.ExecuteAsync(
            "update hosts set retired_at = @now, retired_reason = @reason where id = @id and retired_at is null",
            new
            {
                now = clock.Now(),
                reason,
                id,
            }
        );
        if (changed == 0)
            return false;
        write.Tell(Topic.Hosts, id);
        await HoldWrites.EndOfAsync(write, clock, id, actor);
        var name = await write.ValueAsync<string>("select name from hosts where id = @id", new { id });
        await HistoryQueries.AddAsync(write, clock, id, HistoryKind.Retired, reason);
        await AuditLog.AppendAsync(write, clock, actor, HostActions.Retire, $"host:{id}", $"Host {name} left the fleet.", reason);
        return true;
    }

    private static string Json(HostFacts facts) => JsonSerializer.Serialize(facts, WireJson.Default.HostFacts);
}
