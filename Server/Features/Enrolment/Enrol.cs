using System.Text.Json;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Enrolment.Keys;
using IwTune.Server.Features.Enrolment.Pending;
using IwTune.Server.Features.Holds;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Hosting.Telemetry;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Features.Enrolment;

/// <summary>
/// Enrols a host: one use of a token becomes a host with a secret of its own, or one that waits for approval. One transaction.
/// </summary>
internal static class Enrol
{
    public const int IntervalSeconds = 60;
    private const long KeptMilliseconds = 30L * 86_400_000;

    public static async Task<IResult> HandleAsync(
        HttpContext context,
        EnrolRequest request,
        Database database,
        HostDirectory hosts,
        BundleSigner signer,
        Requirements requirements,
        ServerOptions options,
        TimeProvider clock
    )
    {
        if (EnrolmentFacts.Problems(request.Facts) is { Count: > 0 } problems)
            return RefusalAnswer.Invalid("The host's facts cannot be used.", string.Join("; ", problems));
        var facts = EnrolmentFacts.Complete(request.Facts);
        var (hash, address) = (Secret.HashOf(request.Token ?? ""), context.Connection.RemoteIpAddress);
        // Guesses of tokens must not occupy the writer.
        var shown = await database.ReadAsync(db => TokenQueries.FindByHashAsync(db, hash));
        if (TokenUsable.WhyNot(shown, facts.HostName, address, clock.Now()) is { } refused)
            return TokenUsable.Refuse(refused);
        var (key, wrong) = HostKey.Read(request.Key, HostKeys.Enrol, request.Token ?? "", clock.Now());
        if (wrong.Length > 0)
            return RefusalAnswer.Invalid("The host's key cannot be used.", wrong);
        if (key is null && options.RequireHostKeys)
            return HostKey.Needed();
        var (token, id, secret) = (shown!, clock.NewId(), Secret.New());
        var former = FormerMember.Of(hosts, request);
        var until = clock.Now() + (long)options.ApprovalWait.TotalMilliseconds;
        var taken = await database.WriteAsync<bool?>(async write =>
        {
            if (!await TokenQueries.TakeAsync(write, token.Id, clock.Now()))
                return null;
            // Here, because a person may hold the machine's member at this moment.
            var waits = token.Approve || options.ApproveHosts || (former is null && await Twins.MeetsHoldAsync(write, facts.MachineId));
            await (
                waits
                    ? WaitAsync(write, clock, id, facts, token, Secret.HashOf(secret), key, $"{address}", until)
                    : JoinAsync(write, clock, hosts, id, facts, token, Secret.HashOf(secret), key, former)
            );
            return waits;
        });
        if (taken is not { } waits)
        {
            var now = await database.ReadAsync(db => TokenQueries.FindByHashAsync(db, hash));
            return TokenUsable.Refuse(TokenUsable.WhyNot(now, facts.HostName, address, clock.Now()) ?? TokenUsable.UsedUp);
        }

        // A machine that was held and enrols again is held from its first check-in.
        if (!waits && former is not null && await database.ReadAsync(db => HoldQueries.IsHeldAsync(db, id)))
            await requirements.ReloadAsync();
        ServerMeters.Enrolments.Add(1);
        var schedule = new Schedule((int)options.PollLimit.TotalSeconds, IntervalSeconds, Slots.Of(id, IntervalSeconds));
        return TypedResults.Ok(
            new EnrolReply(
                id,
                secret,
                signer.Keys.Trust.SigningKeys,
                schedule,
                token.ReadLabels(),
                waits ? Clock.At(until) : null,
                signer.Keys.Trust
            )
        );
    }

    private static async Task JoinAsync(
        DbSession write,
        TimeProvider clock,
        HostDirectory hosts,
        string id,
        HostFacts facts,
        TokenRow token,
        string secretHash,
        HostKey? key,
        FleetHost? former
    )
    {
        var joined = await new NewMember(id, facts, token.ReadLabels(), secretHash, token.Id, key).StoreAsync(write, clock);
        await HistoryQueries.AddAsync(write, clock, id, HistoryKind.Enrolled, $"Enrolled with token {token.Name}. {HostKey.Told(key)}");
        var others = await Twins.SettleAsync(write, clock, hosts, id, facts, twin => twin == former?.Id);
        // A former member that stays keeps its hold, and a second identity of its machine must not be the way around it.
        if (former is not null)
            await HoldWrites.CopyAsync(write, clock, former.Id, id);
        await AuditLog.AppendAsync(
            write,
            clock,
            $"token:{token.Name}",
            HostActions.Enrol,
            $"host:{id}",
            $"Host {facts.HostName} enrolled. {HostKey.Told(key)}{others}"
        );
        write.AfterCommit(() =>
        {
            Traces.Follow(joined);
            hosts.Add(joined);
        });
    }

    private static async Task WaitAsync(
        DbSession write,
        TimeProvider clock,
        string id,
        HostFacts facts,
        TokenRow token,
        string secretHash,
        HostKey? key,
        string address,
        long until
    )
    {
        var now = clock.Now();
        await PendingQueries.ForgetAsync(write, now - KeptMilliseconds);
        await PendingQueries.InsertAsync(
            write,
            new PendingRow
            {
                Id = id,
                Name = facts.HostName,
                MachineId = facts.MachineId,
                SecretHash = secretHash,
                Os = facts.Os,
                Facts = JsonSerializer.Serialize(facts, WireJson.Default.HostFacts),
                Labels = token.Labels,
                TokenId = token.Id,
                TokenName = token.Name,
                Address = address,
                AskedAt = now,
                LapsesAt = until,
                HostKey = key?.PublicKey ?? "",
                HostKeyKind = key?.Kind ?? "",
            }
        );
        await AuditLog.AppendAsync(
            write,
            clock,
            $"token:{token.Name}",
            HostActions.Ask,
            $"host:{id}",
            $"Host {facts.HostName} asks to enrol from {address}, and waits for approval until {Clock.At(until):u}."
        );
    }
}
