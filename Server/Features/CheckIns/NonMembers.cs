using System.Collections.Concurrent;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Enrolment.Clones;
using IwTune.Server.Features.Enrolment.Pending;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Enrolment;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.CheckIns;

/// <summary>
/// Callers that are no members: hosts that wait for approval, copies, hosts that left, and hosts this store has never heard of. Each
/// receives its enrolment state. The last are remembered for a while, so that people see which hosts a restored backup lacks.
/// </summary>
internal sealed class NonMembers(Database database, HostDirectory hosts, TimeProvider clock)
{
    private const int ComeBackSeconds = 30,
        MostUnknown = 500,
        MostCalls = 100_000;
    private readonly ConcurrentDictionary<string, UnknownCaller> _unknown = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, long> _calls = new(StringComparer.Ordinal);

    /// <summary>Callers that nothing is known of, the latest first.</summary>
    public IReadOnlyList<UnknownCaller> Unknown => [.. _unknown.Values.OrderByDescending(caller => caller.Last)];

    /// <summary>When a host that is not served last called, unix milliseconds.</summary>
    public long? LastCall(string hostId) => _calls.TryGetValue(hostId, out var at) ? at : null;

    /// <summary>The answer to a caller that the gate refused.</summary>
    /// <param name="context">The call.</param>
    /// <param name="refusal">What the gate says.</param>
    public async Task<IResult> AnswerAsync(HttpContext context, IResult refusal)
    {
        var (member, age) = HostGate.Find(context, hosts);
        if (member is not null && age != SecretAge.None)
        {
            Called(member.Id);
            if (age == SecretAge.Former && member is { Shared: null, RekeyReason: "" })
                await database.WriteAsync(write => OpenCase.OfFormerAsync(write, clock, member, Origin.AddressOf(context)));
            return refusal;
        }
        var (id, hash) = Credential(context);
        if (id is null || member is not null)
            return refusal;
        if (await database.ReadAsync(db => PendingQueries.FindAsync(db, id)) is { } pending && pending.SecretHash == hash)
            return Waiting(context, pending);
        if (
            await database.ReadAsync(db =>
                db.FindAsync<Left>("select secret_hash, retired_at, retired_reason from hosts where id = @id", new { id })
            )
                is { RetiredAt: { } at } left
            && left.SecretHash == hash
        )
            return HostGate.Unknown(
                context,
                $"It left at {Clock.At(at):u}{(left.RetiredReason.Length > 0 ? ": " + left.RetiredReason.TrimEnd('.') : "")}. 'iwtune "
                    + "enroll --again' enrols again, with a token.",
                new(MembershipState.Retired, Clock.At(at))
            );
        Remember(id, Origin.AddressOf(context));
        return HostGate.Unknown(
            context,
            "This server has no record of it: it belongs to another server, or this server was restored from a backup older than the host. "
                + "Enforced windows stay. 'iwtune enroll --again' enrols again, with a token."
        );
    }

    private JsonHttpResult<FleetProblem> Waiting(HttpContext context, PendingRow pending)
    {
        Called(pending.Id);
        var asked = Clock.At(pending.AskedAt);
        if (pending.RefusedAt is { } refused)
            return RefusalAnswer.Membership(
                StatusCodes.Status403Forbidden,
                "This host was refused by an administrator.",
                $"{pending.RefusedBy}: {pending.Reason} 'iwtune unenroll --force' removes the enrolment locally.",
                new(MembershipState.Refused, Clock.At(refused))
            );
        if (pending.LapsesAt <= clock.Now())
            return RefusalAnswer.Membership(
                StatusCodes.Status403Forbidden,
                "This host was not approved in time.",
                $"It asked at {asked:u}. 'iwtune enroll --again' requests enrolment again, with a token.",
                new(MembershipState.Lapsed, Clock.At(pending.LapsesAt))
            );
        context.Response.Headers.RetryAfter = $"{ComeBackSeconds}";
        return RefusalAnswer.Membership(
            StatusCodes.Status403Forbidden,
            "This host waits for approval by an administrator.",
            $"It asked at {asked:u}, and the request expires at {Clock.At(pending.LapsesAt):u}. Nothing is changed on it until then.",
            new(MembershipState.Waiting, asked, Clock.At(pending.LapsesAt))
        );
    }

    private void Called(string id)
    {
        if (_calls.Count < MostCalls || _calls.ContainsKey(id))
            _calls[id] = clock.Now();
    }

    /// <summary>Any caller can name any id: the list is short, and the oldest entry is removed first.</summary>
    private void Remember(string id, string address)
    {
        var now = clock.GetUtcNow();
        _unknown.AddOrUpdate(id, _ => new(id, address, now, now), (_, known) => known with { Address = address, Last = now });
        if (_unknown.Count > MostUnknown && _unknown.Values.MinBy(caller => caller.Last) is { } oldest)
            _unknown.TryRemove(oldest.HostId, out _);
    }

    private static (string? Id, string Hash) Credential(HttpContext context)
    {
        var (id, secret) = HostGate.Shown(context);
        // What the server makes as an id, and nothing else, costs a look into the store.
        return Guid.TryParseExact(id, "D", out _) ? (id.ToString(), Secret.HashOf(secret.ToString())) : (null, "");
    }

    private sealed class Left
    {
        public string SecretHash { get; init; } = "";
        public long? RetiredAt { get; init; }
        public string RetiredReason { get; init; } = "";
    }
}
