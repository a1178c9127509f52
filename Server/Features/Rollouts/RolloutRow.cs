using System.Text.Json;
using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts;

/// <summary>A stored rollout.</summary>
internal sealed record RolloutRow
{
    public string Id { get; init; } = "";
    public string Policy { get; init; } = "";
    public long? FromRevision { get; init; }
    public long ToRevision { get; init; }
    public string State { get; init; } = "";
    public string Sentence { get; init; } = "";
    public bool InForce { get; init; }
    public bool Emergency { get; init; }
    public string Rules { get; init; } = "";
    public string PlanHash { get; init; } = "";

    /// <summary>The ring it is in; 0 before the first.</summary>
    public long Ring { get; init; }
    public long? RingSince { get; init; }
    public long BakedMs { get; init; }

    /// <summary>How long each earlier ring was observed, milliseconds by its number, as JSON.</summary>
    public string RingsBaked { get; init; } = "{}";

    /// <summary>The highest ring whose gate passed, or that a person cleared.</summary>
    public long Cleared { get; init; }
    public long Version { get; init; }
    public string PausedFrom { get; init; } = "";
    public long PlannedAt { get; init; }
    public long Needed { get; init; }
    public string Author { get; init; } = "";
    public string AuthorPerson { get; init; } = "";
    public string Reason { get; init; } = "";
    public string Excluded { get; init; } = "[]";
    public long CreatedAt { get; init; }
    public long? StartedAt { get; init; }
    public long? EndedAt { get; init; }

    public RolloutState At => Enum.Parse<RolloutState>(State);

    public bool IsOver => At is RolloutState.Complete or RolloutState.RolledBack or RolloutState.Aborted or RolloutState.Superseded;

    public RolloutRules ReadRules() => JsonSerializer.Deserialize(Rules, RolloutJson.Default.RolloutRules)!;

    /// <summary>Without the rings that an earlier version of the server observed.</summary>
    public IReadOnlyDictionary<int, long> ReadRingsBaked() =>
        JsonSerializer.Deserialize(RingsBaked, RolloutTimesJson.Default.IReadOnlyDictionaryInt32Int64)!;

    public IReadOnlyList<RolloutExclusion> ReadExcluded() =>
        JsonSerializer.Deserialize(Excluded, RolloutJson.Default.IReadOnlyListRolloutExclusion)!;

    public RolloutSummary Summary(RolloutRules rules, RolloutCounts counts) =>
        new()
        {
            Id = Id,
            Policy = Policy,
            From = (int?)FromRevision,
            To = (int)ToRevision,
            State = At,
            Sentence = Sentence,
            Ring = (int)Ring,
            Rings = rules.Rings.Count,
            Hosts = counts.Hosts,
            Admitted = counts.Admitted,
            Applied = counts.Applied,
            Failed = counts.Failed,
            Emergency = Emergency,
            Author = Author,
            Reason = Reason,
            Created = Clock.At(CreatedAt),
            Started = Clock.At(StartedAt),
            Ended = Clock.At(EndedAt),
        };
}

/// <summary>How many hosts of a rollout are how far.</summary>
internal sealed record RolloutCounts(int Hosts, int Admitted, int Applied, int Failed, int Left)
{
    public static RolloutCounts Of(IEnumerable<RingStateRow> rows)
    {
        var (hosts, admitted, applied, failed, left) = (0, 0, 0, 0, 0);
        foreach (var row in rows)
        {
            var (count, state) = ((int)row.Hosts, Enum.Parse<RolloutHostState>(row.State));
            hosts += count;
            admitted += (int)row.Told;
            if (state == RolloutHostState.Applied)
                applied += count;
            if (state is RolloutHostState.Failed or RolloutHostState.Unreachable)
                failed += count;
            if (state == RolloutHostState.Left)
                left += count;
        }
        return new(hosts, admitted, applied, failed, left);
    }
}

/// <summary>Hosts of one rollout, ring and state.</summary>
internal sealed class RingStateRow
{
    public string RolloutId { get; init; } = "";
    public long Ring { get; init; }
    public string State { get; init; } = "";
    public long Hosts { get; init; }

    /// <summary>Of these, hosts of which the revision is required.</summary>
    public long Told { get; init; }
}
