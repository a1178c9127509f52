using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Shared.Compliance;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Features.Compliance;

/// <summary>Follows counts through time.</summary>
internal sealed class TrendRun(TrendQuestion asked)
{
    private sealed class Member(HostIdentity identity) : ISelectable
    {
        public required Verdict Verdict { get; set; }
        public required string Policy { get; set; }
        public required string Controls { get; set; }
        public bool Here { get; set; }

        /// <summary>What it is counted as; <see langword="null"/> when it is not.</summary>
        public Verdict? Counted { get; set; }

        /// <summary>It is compliant only because no policy is assigned.</summary>
        public bool WithoutPolicy { get; set; }

        public bool Has(string key, SelectorValue value) =>
            key switch
            {
                SelectorKeys.State => value.Holds(Verdict.ToString()),
                SelectorKeys.Policy => Policy.Length > 0 && value.Holds(Policy),
                SelectorKeys.Fails => new ControlResults(Controls).AnyFails(value),
                _ => identity.Has(key, value),
            };
    }

    private readonly Dictionary<string, Member> _members = new(StringComparer.Ordinal);
    private readonly PriorityQueue<Member, long> _joins = new(),
        _leaves = new();
    private readonly Dictionary<Verdict, int> _counts = [];
    private readonly List<ComplianceTrendPoint> _points = [];
    private int _withoutPolicy;

    /// <summary>A host with what it was at the first instant.</summary>
    public void Add(HostThen host)
    {
        var member = new Member(host.Host)
        {
            Verdict = host.Judged,
            Policy = host.Policy ?? "",
            Controls = host.Controls ?? "",
            WithoutPolicy = ComplianceEvaluator.RequiresNothing(host.Judged, host.Why),
        };
        _members.Add(host.Id, member);
        if (host.EnrolledAt <= asked.From)
            Enter(member);
        else
            _joins.Enqueue(member, host.EnrolledAt);
        if (host.RetiredAt is { } left && left <= asked.To)
            _leaves.Enqueue(member, left);
    }

    /// <summary>What happened next; changes come in the order of time.</summary>
    public void Change(ChangeRow change)
    {
        if (!_members.TryGetValue(change.HostId, out var member))
            return;
        Pass(change.ChangedAt);
        var here = member.Here;
        if (here)
            Leave(member);
        (member.Verdict, member.Policy, member.Controls) = (change.Verdict, change.Policy, change.Controls);
        member.WithoutPolicy = ComplianceEvaluator.RequiresNothing(change.Verdict, change.Reason);
        if (here)
            Enter(member);
    }

    public IReadOnlyList<ComplianceTrendPoint> End()
    {
        Pass(long.MaxValue);
        return _points;
    }

    /// <summary>Adds the instants before <paramref name="until"/>, and lets hosts enrol and leave up to it.</summary>
    private void Pass(long until)
    {
        while (_points.Count < asked.Points && asked.At(_points.Count) is var at && at < until)
        {
            Move(at);
            _points.Add(
                new(Clock.At(at), _counts.Values.Sum(), _counts.Where(one => one.Value > 0).ToDictionary())
                {
                    WithoutPolicy = _withoutPolicy,
                }
            );
        }
        Move(until);
    }

    private void Move(long until)
    {
        while (_joins.TryPeek(out var joins, out var at) && at <= until)
        {
            _joins.Dequeue();
            Enter(joins);
        }
        while (_leaves.TryPeek(out var leaves, out var at) && at <= until)
        {
            _leaves.Dequeue();
            if (leaves.Here)
                Leave(leaves);
        }
    }

    private void Enter(Member member)
    {
        member.Here = true;
        member.Counted = asked.Filter.Selector.Matches(member) ? member.Verdict : null;
        Count(member, 1);
    }

    private void Leave(Member member)
    {
        member.Here = false;
        Count(member, -1);
    }

    private void Count(Member member, int by)
    {
        if (member.Counted is not { } verdict)
            return;
        _counts[verdict] = _counts.GetValueOrDefault(verdict) + by;
        _withoutPolicy += member.WithoutPolicy ? by : 0;
    }
}
