using System.Text.Json;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Rollouts;

/// <summary>Which revisions of a policy were stopped by a failed gate, or rolled back by a person, and not completed since.</summary>
internal static class StoppedRollouts
{
    private sealed class EndedRow
    {
        public string Id { get; init; } = "";
        public long Revision { get; init; }
        public string Digest { get; init; } = "";
        public string State { get; init; } = "";
        public string Sentence { get; init; } = "";
        public long EndedAt { get; init; }
        public string? FailedGate { get; init; }
    }

    private sealed class NumberRow
    {
        public long Number { get; init; }
        public string Digest { get; init; } = "";
    }

    /// <param name="db">The store.</param>
    /// <param name="policy">Its name.</param>
    /// <param name="before">Only rollouts planned before this one; <see langword="null"/> for all.</param>
    /// <returns>By revision. A revision with the content of a stopped one is stopped, too.</returns>
    public static async Task<IReadOnlyDictionary<int, StoppedRollout>> OfAsync(DbSession db, string policy, string? before = null)
    {
        var ended = await db.ListAsync<EndedRow>(
            """
            select r.id, r.to_revision as revision, v.digest, r.state, r.sentence, r.ended_at, (
                select g.gate from rollout_gates g where g.rollout_id = r.id and g.verdict = 'Fail' order by g.ring desc limit 1
            ) as failed_gate
            from rollouts r join revisions v on v.policy = r.policy and v.number = r.to_revision
            where r.policy = @policy and r.ended_at is not null and (cast(@before as text) is null or r.id < @before)
            order by r.id
            """,
            new { policy, before }
        );
        var stopped = new Dictionary<string, StoppedRollout>(StringComparer.Ordinal);
        foreach (var row in ended)
        {
            if (row.State == nameof(RolloutState.Complete))
                stopped.Remove(row.Digest);
            else if (row.FailedGate is not null || row.State == nameof(RolloutState.RolledBack))
                stopped[row.Digest] = new(row.Id, (int)row.Revision, Clock.At(row.EndedAt), Why(row));
        }
        if (stopped.Count == 0)
            return new Dictionary<int, StoppedRollout>();
        return (await db.ListAsync<NumberRow>("select number, digest from revisions where policy = @policy", new { policy }))
            .Where(row => stopped.ContainsKey(row.Digest))
            .ToDictionary(row => (int)row.Number, row => stopped[row.Digest]);
    }

    /// <returns>What a request for a revision that was stopped lacks; <see langword="null"/> for nothing.</returns>
    public static PolicyProblem? Problem(RolloutRequest request, StoppedRollout? stopped)
    {
        if (!string.IsNullOrWhiteSpace(request.Despite))
            return Publish.ReasonProblems(request.Despite).FirstOrDefault() is { } wrong ? wrong with { Path = "despite" } : null;
        if (stopped is null)
            return null;
        var same = stopped.Revision == request.To ? "" : $", which has the same content,";
        return new(
            "despite",
            null,
            $"revision {stopped.Revision}{same} was stopped in rollout {stopped.Id}: {stopped.Sentence} State why it may be rolled out "
                + "again",
            0,
            0
        );
    }

    private static string Why(EndedRow row)
    {
        var why = row.FailedGate is { } gate ? JsonSerializer.Deserialize(gate, RolloutJson.Default.RolloutGate)!.Sentence : row.Sentence;
        return $"{why.TrimEnd('.')}.";
    }
}
