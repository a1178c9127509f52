using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Feed;

namespace IwTune.Server.Features.Enrolment.Secrets;

/// <summary>
/// A host's secret is replaced in two steps, and between them both are valid: the host stores the new one, sends its hash, and uses it.
/// Only that use ends the old one. So the host gets in whatever is lost on the way, and wherever either side dies.
/// </summary>
internal static class Rotation
{
    /// <summary>Whether this run of the host is to make a new secret now.</summary>
    public static bool IsWanted(FleetHost host, string run, long now, TimeSpan life) =>
        host.Credential.Next is null
        && host.Credential.IsDue(host.Id, now, life)
        // While two machines share the secret, only the one that is served may replace it.
        && (host.Shared is not { } shared || shared.KeptRun.Length == 0 || shared.KeptRun == run);

    /// <summary>Asks hosts for new secrets.</summary>
    /// <param name="write">The transaction.</param>
    /// <param name="clock">Stamps it.</param>
    /// <param name="actor">Who asks.</param>
    /// <param name="hosts">Whom.</param>
    /// <param name="why">As a clause.</param>
    public static async Task AskAsync(DbSession write, TimeProvider clock, string actor, IReadOnlyList<FleetHost> hosts, string why)
    {
        var now = clock.Now();
        foreach (var host in hosts)
        {
            await write.ExecuteAsync(
                "update hosts set rotate_asked_at = @now, rotate_why = @why where id = @Id",
                new
                {
                    now,
                    why,
                    host.Id,
                }
            );
            write.Tell(Topic.Hosts, host.Id);
            write.AfterCommit(() => host.Credential = host.Credential with { AskedAt = now, Why = why });
        }
        await AuditLog.AppendAsync(
            write,
            clock,
            actor,
            HostActions.AskForSecret,
            hosts is [var one] ? $"host:{one.Id}" : $"hosts:{hosts.Count}",
            $"{(hosts is [var named] ? named.Identity.Name : $"{hosts.Count} hosts")} asked for a new secret.",
            why
        );
    }

    /// <summary>Stores a hash that the host sent. Its secret is valid from now on, beside the one in use.</summary>
    public static Task<int> StoreNextAsync(Database database, FleetHost host, string hash) =>
        database.WriteAsync(async write =>
        {
            var changed = await write.ExecuteAsync(
                "update hosts set next_secret_hash = @hash where id = @Id and next_secret_hash <> @hash",
                new { hash, host.Id }
            );
            write.Tell(Topic.Hosts, host.Id);
            write.AfterCommit(() => host.Credential = host.Credential with { Next = Convert.FromHexString(hash) });
            return changed;
        });

    /// <summary>The next secret was used: it is the only one from now on.</summary>
    public static Task<int> PromoteAsync(Database database, TimeProvider clock, FleetHost host) =>
        database.WriteAsync(async write =>
        {
            if (host.Credential.Next is not { } next)
                return 0;
            var now = clock.Now();
            var changed = await write.ExecuteAsync(
                """
                update hosts set former_secret_hash = secret_hash, secret_hash = next_secret_hash, next_secret_hash = '',
                    secret_at = @now, rotate_asked_at = null, rotate_why = ''
                where id = @Id and next_secret_hash = @next
                """,
                new
                {
                    now,
                    host.Id,
                    next = Convert.ToHexStringLower(next),
                }
            );
            if (changed > 0)
            {
                await HistoryQueries.AddAsync(
                    write,
                    clock,
                    host.Id,
                    HistoryKind.SecretReplaced,
                    "It uses a new secret; the previous one is void."
                );
                await AuditLog.AppendAsync(
                    write,
                    clock,
                    $"host:{host.Id}",
                    HostActions.ReplaceSecret,
                    $"host:{host.Id}",
                    $"{host.Identity.Name} replaced its secret.",
                    host.Credential.Why
                );
                write.Tell(Topic.Hosts, host.Id);
            }
            write.AfterCommit(() => host.Credential = host.Credential.Promoted(now));
            return changed;
        });
}
