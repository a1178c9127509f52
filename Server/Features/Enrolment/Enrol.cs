using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Holds;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Enrolment;

/// <summary>A host joins: one use of a token becomes a host with a secret of its own. One transaction.</summary>
internal static class Enrol
{
    public const int IntervalSeconds = 60;

    public static async Task<IResult> HandleAsync(
        EnrolRequest request, Database database, HostDirectory hosts, BundleSigner signer, Requirements requirements, ServerOptions options, TimeProvider clock)
    {
        if (EnrolmentFacts.Problems(request.Facts) is { Count: > 0 } problems)
            return Refusal.Invalid("The host's facts cannot be used.", string.Join("; ", problems));
        var facts = EnrolmentFacts.Complete(request.Facts);
        var id = clock.NewId();
        var secret = Secret.New();
        var slot = Slots.Of(id, IntervalSeconds);
        var labels = await database.WriteAsync<IReadOnlyDictionary<string, string>?>(async write =>
        {
            var token = await TokenQueries.FindByHashAsync(write, Secret.HashOf(request.Token ?? ""));
            if (token is null || token.Kind != nameof(TokenKind.Enrolment) || !await TokenQueries.TakeAsync(write, token.Id, clock.Now()))
                return null;
            var given = token.ReadLabels();
            await HostWrites.InsertAsync(write, id, facts, Secret.HashOf(secret), slot, token.Id, clock.Now());
            await LabelQueries.ReplaceAsync(write, id, given);
            await HistoryQueries.AddAsync(write, clock, id, "Enrolled", $"Joined with token {token.Name}.");
            await AuditLog.AppendAsync(write, clock, $"token:{token.Name}", "host.enrol", $"host:{id}", $"Host {facts.HostName} joined.");
            await Twins.SettleAsync(write, clock, hosts, id, facts);
            var identity = new HostIdentity(id, facts.HostName, facts.Os, facts.Kernel, given).With(facts);
            await IdentityHistory.KeepAsync(write, clock, identity);
            write.AfterCommit(() => hosts.Add(new FleetHost(identity, Convert.FromHexString(Secret.HashOf(secret)))));
            return given;
        });
        if (labels is null)
            return Refusal.Of(StatusCodes.Status401Unauthorized, "The enrolment token is not valid.",
                "It is wrong, used up, expired or revoked. Make another: iwtune-server token create");

        // A machine that was held and joins anew is held from its first check-in.
        if (facts.MachineId.Length > 0 && await database.ReadAsync(db => HoldQueries.IsHeldAsync(db, id)))
            await requirements.ReloadAsync();
        ServerMeters.Enrolments.Add(1);
        var schedule = new Schedule((int)options.PollLimit.TotalSeconds, IntervalSeconds, slot);
        return TypedResults.Ok(new EnrolReply(id, secret, signer.PublicKeys, schedule, labels));
    }
}
