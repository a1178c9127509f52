using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Shared.Compliance;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Features.Compliance;

/// <summary>Counts a fleet as its hosts pass by, and keeps one page of them: what it holds does not grow with the fleet.</summary>
internal sealed class ComplianceTally(ComplianceQuestion asked, Watermark watermark)
{
    private const int Most = 50;

    private readonly Dictionary<Verdict, int> _states = Enum.GetValues<Verdict>().ToDictionary(verdict => verdict, _ => 0);
    private readonly Dictionary<(Verdict Verdict, string Reason), (int Hosts, long Since)> _because = [];
    private readonly Dictionary<string, Dictionary<Verdict, int>> _groups = new(StringComparer.Ordinal);
    private readonly Dictionary<string, int> _controls = new(StringComparer.Ordinal),
        _withoutPolicy = new(StringComparer.Ordinal);
    private readonly PriorityQueue<HostThen, HostPlace> _page = new(Comparer<HostPlace>.Create((a, b) => b.CompareTo(a)));
    private readonly Dictionary<string, string> _reasons = new(StringComparer.Ordinal);
    private bool _more;
    private int _late;

    public int Fleet { get; private set; }

    public int Matched { get; private set; }

    public int Silent { get; private set; }

    /// <summary>Excepted hosts that had not reported.</summary>
    public int SilentExcepted { get; private set; }

    public void Add(HostThen host)
    {
        Fleet++;
        if (!asked.Matches(host))
            return;
        _late += watermark.Late.Contains(host.Id) ? 1 : 0;
        Count(host.Judged, host.Why, asked.GroupOf(host), host.Controls ?? "", host.Since ?? host.EnrolledAt, 1);
        Keep(host);
    }

    /// <summary>Hosts that are alike, none of them for the page.</summary>
    public void Add(FleetNow.Row alike)
    {
        Fleet += (int)alike.Hosts;
        Count(alike.Verdict, alike.Why, alike.Name, alike.Controls, alike.Since, (int)alike.Hosts);
    }

    public FleetCompliance View()
    {
        var rows = new List<HostThen>();
        while (_page.TryDequeue(out var host, out _))
            rows.Add(host);
        rows.Reverse();
        // Hosts that the store counts come without their ids; they are the whole fleet.
        var late = asked.Filter.IsEverybody ? watermark.Late.Count : _late;
        return new()
        {
            AsOf = Clock.At(asked.At),
            Watermark = watermark.Of(Fleet, Matched, Silent, SilentExcepted, late, !asked.Filter.IsEverybody),
            Corrected = late,
            Fleet = Fleet,
            Matched = Matched,
            States = _states,
            WithoutPolicy = _withoutPolicy.Values.Sum(),
            Because =
            [
                .. _because
                    .OrderByDescending(one => one.Value.Hosts)
                    .ThenBy(one => one.Key.Verdict)
                    .ThenBy(one => one.Key.Reason, StringComparer.Ordinal)
                    .Take(Most)
                    .Select(one => new ComplianceReason(one.Key.Verdict, one.Key.Reason, one.Value.Hosts, Clock.At(one.Value.Since))),
            ],
            Controls = Controls(),
            By = asked.By,
            Groups =
            [
                .. _groups
                    .Select(one => new ComplianceGroup(one.Key, one.Value.Values.Sum(), one.Value)
                    {
                        WithoutPolicy = _withoutPolicy.GetValueOrDefault(one.Key),
                    })
                    .OrderByDescending(one => one.Hosts)
                    .ThenBy(one => one.Name, StringComparer.Ordinal)
                    .Take(Most),
            ],
            Hosts = [.. rows.Select(row => row.View())],
            Next = _more && rows.Count > 0 ? rows[^1].Place.Cursor : null,
        };
    }

    /// <summary>Hosts by control and result, for each control; most hosts share few texts.</summary>
    private List<ControlCount> Controls()
    {
        var counts = new ControlCounts();
        foreach (var (results, hosts) in _controls)
            counts.Add(new ControlResults(results).ById(), hosts);
        var known = counts.Counts;
        return
        [
            .. BuiltInControls.All.Select(control => new ControlCount(
                control.Id,
                control.Title,
                known.GetValueOrDefault(control.Id) ?? new Dictionary<ControlResult, int>()
            )),
        ];
    }

    /// <summary>Most hosts share few reasons; one that is each host's own is not worth keeping.</summary>
    private string ReasonOf(string reason)
    {
        if (_reasons.TryGetValue(reason, out var known))
            return known;
        var group = ReasonGroups.Of(reason);
        if (_reasons.Count < 1000)
            _reasons.Add(reason, group);
        return group;
    }

    private void Count(Verdict verdict, string why, string name, string controls, long since, int hosts)
    {
        _controls[controls] = _controls.GetValueOrDefault(controls) + hosts;
        Matched += hosts;
        Silent += verdict is Verdict.NeverSeen or Verdict.Stale ? hosts : 0;
        SilentExcepted += HostThen.IsSilentExcepted(verdict, controls) ? hosts : 0;
        _states[verdict] += hosts;
        // An auditor must see which part of the compliant hosts has nothing to comply with.
        var nothing = ComplianceEvaluator.RequiresNothing(verdict, why);
        if (nothing)
            _withoutPolicy[name] = _withoutPolicy.GetValueOrDefault(name) + hosts;
        if (nothing || verdict != Verdict.Compliant)
        {
            var because = (verdict, ReasonOf(why));
            var (known, first) = _because.GetValueOrDefault(because, (0, long.MaxValue));
            _because[because] = (known + hosts, Math.Min(first, since));
        }
        if (!_groups.TryGetValue(name, out var group))
            _groups[name] = group = [];
        group[verdict] = group.GetValueOrDefault(verdict) + hosts;
    }

    /// <summary>One of the hosts that the page may hold.</summary>
    public void Keep(HostThen host)
    {
        if (asked.After is { } after && host.Place.CompareTo(after) <= 0)
            return;
        _page.Enqueue(host, host.Place);
        if (_page.Count <= asked.Limit)
            return;
        _page.Dequeue();
        _more = true;
    }
}
