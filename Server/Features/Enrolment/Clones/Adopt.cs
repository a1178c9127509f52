using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Enrolment.Keys;
using IwTune.Server.Features.Enrolment.Secrets;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Feed;
using IwTune.Shared.Fleet.Enrolment;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Features.Enrolment.Clones;

/// <summary>
/// A copy that an administrator made a host of its own fetches its id, with a secret that it made. A repeated call after a lost answer
/// returns the same id: until that host was first seen, a caller with the shared secret may send its secret again.
/// </summary>
internal static class Adopt
{
    public static async Task<IResult> HandleAsync(
        HttpContext context,
        AdoptRequest request,
        Database database,
        HostDirectory hosts,
        BundleSigner signer,
        ServerOptions options,
        TimeProvider clock
    )
    {
        var (host, age) = HostGate.Find(context, hosts);
        if (host is null || age == SecretAge.None)
            return HostGate.Unknown(context);
        var quarantined =
            age == SecretAge.Former
            || (host.Shared is { } now && now.QuarantinedRun.Length > 0 && now.QuarantinedRun == HostGate.RunOf(context));
        if (host.Shared is not { Adopted: true } shared || !quarantined)
            return RefusalAnswer.Of(
                StatusCodes.Status409Conflict,
                "This machine cannot become a separate host.",
                "An administrator must approve it first: 'iwtune fleet hosts clones'. Or enrol with a token: 'iwtune enroll --again'."
            );
        if (EnrolmentFacts.Problems(request.Facts) is { Count: > 0 } problems)
            return RefusalAnswer.Invalid("The host's facts cannot be used.", string.Join("; ", problems));
        if (!Rotate.IsHash(request.SecretHash))
            return RefusalAnswer.Invalid(
                "The secret cannot be used.",
                "secretHash: 64 lower-case hex digits, the SHA-256 of the new secret"
            );
        var (key, wrong) = HostKey.Read(request.Key, HostKeys.Adopt, host.Id, clock.Now());
        if (wrong.Length > 0)
            return RefusalAnswer.Invalid("The host's key cannot be used.", wrong);
        if (key is null && options.RequireHostKeys)
            return HostKey.Needed();
        var facts = EnrolmentFacts.Complete(request.Facts);
        var labels = host.Identity.Labels;
        var id = await database.WriteAsync(async write =>
        {
            // The case may have ended meanwhile, with the host itself or because the copy was found again.
            if (await CloneQueries.FindAsync(write, shared.CaseId) is not { State: CloneState.Adopted } row)
                return null;
            if (row.NewHostId is { } made)
                return await AgainAsync(write, hosts, made, request.SecretHash, key);
            var fresh = clock.NewId();
            var member = await new NewMember(fresh, facts, labels, request.SecretHash, Key: key).StoreAsync(write, clock);
            await write.ExecuteAsync("update clone_cases set new_host_id = @fresh where id = @CaseId", new { fresh, shared.CaseId });
            await HistoryQueries.AddAsync(
                write,
                clock,
                fresh,
                HistoryKind.Enrolled,
                $"It was a copy of {host.Identity.Name} ({host.Id}) and became a separate host. {HostKey.Told(key)}"
            );
            await HistoryQueries.AddAsync(
                write,
                clock,
                host.Id,
                HistoryKind.CloneAdopted,
                $"Its copy is a separate host: {facts.HostName} ({fresh})."
            );
            await AuditLog.AppendAsync(
                write,
                clock,
                $"host:{host.Id}",
                HostActions.Enrol,
                $"host:{fresh}",
                $"{facts.HostName} enrolled; it was a copy of {host.Identity.Name}. {HostKey.Told(key)}"
            );
            write.AfterCommit(() => hosts.Add(member));
            return fresh;
        });
        return id is null
            ? RefusalAnswer.Of(
                StatusCodes.Status409Conflict,
                "The copy is already a separate host, or its case has ended.",
                "Enrol with a token: 'iwtune enroll --again'."
            )
            : TypedResults.Ok(
                new EnrolReply(
                    id,
                    "",
                    signer.Keys.Trust.SigningKeys,
                    new((int)options.PollLimit.TotalSeconds, Enrol.IntervalSeconds, Slots.Of(id, Enrol.IntervalSeconds)),
                    labels
                )
            );
    }

    private static async Task<string?> AgainAsync(DbSession write, HostDirectory hosts, string id, string hash, HostKey? key)
    {
        if (hosts.Find(id) is not { Presence.SeenAt: 0 } host)
            return null;
        await write.ExecuteAsync(
            "update hosts set secret_hash = @hash, host_key = @publicKey, host_key_kind = @kind, host_key_at = @at where id = @id",
            new
            {
                hash,
                id,
                publicKey = key?.PublicKey ?? "",
                kind = key?.Kind ?? "",
                at = key?.At,
            }
        );
        write.Tell(Topic.Hosts, id);
        write.AfterCommit(() => host.Credential = host.Credential with { Current = Convert.FromHexString(hash), Key = key });
        return id;
    }
}
