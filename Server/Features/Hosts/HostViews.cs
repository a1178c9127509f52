using System.Text.Json;
using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Exceptions;
using IwTune.Server.Features.Holds;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Features.Hosts;

/// <summary>Hosts as clients read them: the store's data, with newer data from memory.</summary>
public sealed class HostViews(Database database, SeenHosts hosts, Requirements requirements, ExceptionViews exceptions)
{
    private const int EvidenceShown = 50,
        HistoryShown = 200,
        Chunk = 500;

    /// <summary>The rows of these hosts, in the given order; unknown ids are left out.</summary>
    public Task<IReadOnlyList<HostSummary>> SummariesAsync(IReadOnlyList<string> ids, CancellationToken ct = default) =>
        SummariesAsync(ids, ReadKind.Short, ct);

    /// <inheritdoc cref="SummariesAsync(IReadOnlyList{string}, CancellationToken)"/>
    public async Task<IReadOnlyList<HostSummary>> SummariesAsync(IReadOnlyList<string> ids, ReadKind kind, CancellationToken ct)
    {
        var found = new Dictionary<string, HostSummary>(StringComparer.Ordinal);
        foreach (var chunk in ids.Where(hosts.Sees).Chunk(Chunk))
        {
            var (rows, labels) = await database.ReadAsync(
                kind,
                async db => (await HostQueries.ListAsync(db, chunk), await LabelQueries.ListAsync(db, chunk)),
                ct
            );
            foreach (var row in rows)
                found[row.Id] = Summary(row, labels[row.Id].ToDictionary(l => l.Key, l => l.Value, StringComparer.Ordinal));
        }
        return [.. ids.Where(found.ContainsKey).Select(id => found[id])];
    }

    /// <summary>A host by id, or by name when only one member has it, with everything the server knows of it.</summary>
    public async Task<HostDetail?> FindAsync(string idOrName, CancellationToken ct = default)
    {
        if (await ResolveAsync(idOrName, ct) is not { } id || (await SummariesAsync([id], ct)) is not [var summary])
            return null;
        var excepted = hosts.Find(id) is { } known ? await exceptions.OfAsync(known, ct) : [];
        var (member, required) = (hosts.Find(id), hosts.Find(id)?.Required(requirements.Current));
        return await database.ReadAsync(
            async db =>
            {
                var facts = await db.ValueAsync<string>("select facts from hosts where id = @id", new { id });
                var state = await HostHistoryQueries.StateAsync(db, id);
                var shown = JsonSerializer.Deserialize(facts, WireJson.Default.HostFacts)!;
                var told = state is null ? null : JsonSerializer.Deserialize(state.State, WireJson.Default.HostState);
                return new HostDetail(
                    summary,
                    hosts.TellsMachineIds ? shown : shown with { MachineId = "" },
                    told,
                    state is null ? null : Clock.At(state.ReportedAt),
                    required is null ? "The host left the fleet." : Explained(member!, required),
                    await HostHistoryQueries.EvidenceAsync(db, id, EvidenceShown),
                    await HostHistoryQueries.HistoryAsync(db, id, HistoryShown)
                )
                {
                    Hold =
                        member is not null && requirements.Current.PinOf(id) is { } pin
                            ? new HeldHost(member, pin).View(requirements.Current)
                            : null,
                    Assignments = member is null ? [] : Precedence.Choices(requirements.Current.Matching(member.Identity), hosts.Tells),
                    SelectorFacts = member is null
                        ? []
                        : [.. member.Identity.Facts.Values.Select(fact => new HostFact(fact.Key, fact.Value))],
                    Credential = member?.Credential is { } secret
                        ? new(Clock.At(secret.MadeAt), Clock.At(secret.AskedAt), secret.Why, secret.Next is not null)
                        {
                            Key = secret.Key?.Kind ?? HostKeys.None,
                            KeyAt = Clock.At(secret.Key?.At),
                        }
                        : null,
                    OwnLimits = HostLimits.Sentence(told?.Limits),
                    Exceptions = excepted,
                    Beyond = required is null ? [] : HostLimits.Beyond(told?.Limits, required.Content),
                };
            },
            ct
        );
    }

    /// <summary>The id of a host named by id or by name; <see langword="null"/> when there is none, or more than one.</summary>
    public async Task<string?> ResolveAsync(string idOrName, CancellationToken ct = default) =>
        await database.ReadAsync(
            async db =>
            {
                if (await HostQueries.FindAsync(db, idOrName) is { } byId && hosts.Sees(byId.Id))
                    return byId.Id;
                var named = (await HostQueries.IdsByNameAsync(db, idOrName)).Where(hosts.Sees).ToList();
                var members = named.Where(id => hosts.Find(id) is not null).ToList();
                return members.Count == 1 ? members[0]
                    : named.Count == 1 ? named[0]
                    : null;
            },
            ct
        );

    /// <summary>The sentence names assignments by their selectors; one of those may name hosts that are out of sight.</summary>
    private string Explained(FleetHost host, Requirement required) =>
        requirements.Current.Matching(host.Identity).All(one => hosts.Tells(one.Selector)) ? required.Explanation
        : required.Policy is { } policy
            ? $"Policy {policy} revision {required.Content.Revision}. Its assignments also name hosts outside your scope."
        : "Nothing is required. Its assignments also name hosts outside your scope.";

    private HostSummary Summary(HostRow row, IReadOnlyDictionary<string, string> labels)
    {
        var member = hosts.Find(row.Id);
        var required = member?.Required(requirements.Current);
        return new HostSummary
        {
            Id = row.Id,
            Name = row.Name,
            Os = row.Os,
            OsName = row.OsName,
            Kernel = row.Kernel,
            AgentVersion = row.AgentVersion,
            HostKey = member?.Credential.Key?.Kind ?? HostKeys.None,
            Labels = labels,
            Verdict = row.Verdict ?? Verdict.NeverSeen,
            Reason =
                row.RekeyReason.Length > 0 ? $"must enrol again: {row.RekeyReason}"
                : member?.Shared is { Adopted: false } shared && row.Verdict is null ? shared.Reason
                : row.Reason ?? ComplianceEvaluator.NotCheckedIn,
            VerdictSince = Clock.At(row.ChangedAt),
            Policy = required?.Policy,
            Revision = required?.Content.Revision,
            HeldRevision = (int?)row.HeldRevision,
            ConfiguredCwnd = (int?)row.ConfiguredCwnd,
            EffectiveSegments = (int?)row.EffectiveSegments,
            Binding = row.Binding is null ? BindingTerm.Unknown : Enum.Parse<BindingTerm>(row.Binding),
            RttMicroseconds = row.RttMicroseconds,
            Mss = (int?)row.Mss,
            Enrolled = Clock.At(row.EnrolledAt),
            LastSeen =
                member is null ? Clock.At(row.SeenAt)
                : member is { Presence.SeenAt: > 0 and var seen } ? Clock.At(seen)
                : null,
            Retired = Clock.At(row.RetiredAt),
        };
    }
}
