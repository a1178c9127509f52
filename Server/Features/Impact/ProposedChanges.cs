using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Policies;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Impact;

/// <summary>Reads a proposal against the present state: the change, or everything that is wrong with it.</summary>
internal sealed class ProposedChanges(DbSession db, SeenHosts hosts)
{
    private const int Most = 200;
    private readonly List<PolicyProblem> _problems = [];
    private readonly Dictionary<string, PublishedContent> _release = new(StringComparer.Ordinal);
    private readonly HashSet<string> _staged = new(StringComparer.Ordinal);

    public static Task<(ProposedChange? Change, IReadOnlyList<PolicyProblem> Problems)> ReadAsync(
        Database database,
        SeenHosts hosts,
        ImpactRequest request,
        CancellationToken ct
    ) => database.ReadAsync(db => new ProposedChanges(db, hosts).ReadAsync(request), ct);

    private async Task<(ProposedChange? Change, IReadOnlyList<PolicyProblem> Problems)> ReadAsync(ImpactRequest request)
    {
        foreach (
            var (name, count) in (ReadOnlySpan<(string, int)>)
                [
                    ("publish", request.Publish.Count),
                    ("stage", request.Stage.Count),
                    ("release", request.Release.Count),
                    ("assign", request.Assign.Count),
                    ("unassign", request.Unassign.Count),
                    ("relabel", request.Relabel.Count),
                    ("remove", request.Remove.Count),
                ]
        )
        {
            if (count > Most)
                Problem(name, $"{count}", $"at most {Most} at once");
        }
        if (_problems.Count > 0)
            return (null, _problems);
        for (var i = 0; i < request.Publish.Count; i++)
            await PublishAsync(request.Publish[i], request.Publish.Count == 1 ? "" : $"publish[{i}] ");
        for (var i = 0; i < request.Stage.Count; i++)
            if (Read(request.Stage[i], request.Stage.Count == 1 ? "" : $"stage[{i}] ") is { } policy)
                _staged.Add(policy.Name);
        foreach (var one in request.Release)
            await ReleaseAsync(one);
        var assign = new List<Assignment>();
        foreach (var one in request.Assign)
            await AssignAsync(one, assign);
        foreach (var id in request.Unassign)
        {
            if (await AssignmentQueries.FindAsync(db, id) is null)
                Problem("unassign", id, "this assignment does not exist");
        }
        foreach (var name in request.Remove)
        {
            if (await PolicyQueries.LatestAsync(db, name) is null)
                Problem("remove", name, "this policy does not exist");
        }
        foreach (var one in request.Relabel)
            Relabel(one);
        return _problems.Count > 0
            ? (null, _problems)
            : (
                new ProposedChange
                {
                    Release = _release,
                    Assign = assign,
                    Unassign = request.Unassign.ToHashSet(StringComparer.Ordinal),
                    Remove = request.Remove.ToHashSet(StringComparer.Ordinal),
                    Relabel = request.Relabel.ToDictionary(one => one.Host, one => one.Labels, StringComparer.Ordinal),
                },
                []
            );
    }

    private async Task PublishAsync(string document, string where)
    {
        if (Read(document, where) is { } policy)
            Add(policy.Name, (await PolicyPosition.OfAsync(db, policy.Name)).Published(policy));
    }

    private Policy? Read(string document, string where)
    {
        var read = PolicyReader.Read(document ?? "");
        foreach (var problem in read.Problems)
            _problems.Add(problem with { Path = where + problem.Path });
        return read.Policy;
    }

    private async Task ReleaseAsync(ProposedRevision one)
    {
        var (now, row) = await Rollback.StandAsync(db, one.Policy ?? "", one.Number);
        if (row is null)
            Problem("release", $"{one.Policy} {one.Number}", "this revision does not exist");
        else if (one.Rollback && now.Latest is null)
            _problems.Add(Rollback.Removed(row.Policy, now));
        else if (!one.Rollback)
            Add(row.Policy, PolicyPosition.Of(row.ReadContent()));
        else if (now.RolledBack(row) is { } content)
            Add(row.Policy, content);
    }

    private void Add(string policy, PublishedContent content)
    {
        if (!_release.TryAdd(policy, content))
            Problem("publish", policy, "is proposed twice; keep one");
    }

    private async Task AssignAsync(ProposedAssignment one, List<Assignment> assign)
    {
        var (selector, wrong) = Selector.Parse(one.Selector);
        _problems.AddRange(wrong.Select(problem => problem.At("selector")));
        var policy = one.Policy ?? "";
        if (!_release.ContainsKey(policy) && !_staged.Contains(policy) && await PolicyQueries.LatestAsync(db, policy) is null)
            Problem("policy", one.Policy, "this policy does not exist; publish it first");
        if (Assignments.Assign.PriorityProblem(one.Priority) is { } beyond)
            _problems.Add(beyond);
        if (one.Keep && selector is not null && await AssignmentQueries.ExistsAsync(db, selector, one.Policy!))
            return;
        // The most recent of all; of several the last one written.
        if (selector is not null)
            assign.Add(new($"proposed {assign.Count:0000}", selector, one.Policy!, one.Priority, DateTimeOffset.MaxValue));
    }

    private void Relabel(ProposedLabels one)
    {
        if (hosts.Find(one.Host ?? "") is null)
            Problem("relabel", one.Host, "this host does not exist; use its id");
        foreach (var rule in one.Labels is null ? ["labels: missing"] : Labels.Problems(one.Labels))
            Problem("relabel", one.Host, rule);
    }

    private void Problem(string path, string? value, string rule) => _problems.Add(new(path, value, rule, 0, 0));
}
