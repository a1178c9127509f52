using IwTune.Server.Console;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Impact;

namespace IwTune.Server.Features.Impact;

/// <summary>
/// Counts forecasts by expected outcome, and unchanged hosts and targets by reason. Equal hosts are counted by their one forecast.
/// </summary>
internal sealed class ImpactCounting
{
    /// <summary>Reasons beyond these are summed: some name hosts or numbers, and there may be as many as hosts.</summary>
    private const int Most = 20;

    private readonly Dictionary<HostForecast, int> _seen = new(ReferenceEqualityComparer.Instance);

    public void Add(HostForecast forecast) => _seen[forecast] = _seen.GetValueOrDefault(forecast) + 1;

    /// <summary>The hosts by their outcome; the numbers sum to all of them.</summary>
    public IReadOnlyList<ImpactCount> Outcomes() =>
        [
            .. _seen
                .GroupBy(pair => pair.Key.Prospect)
                .OrderByDescending(same => same.Key)
                .Select(same => (same.Key, Hosts: same.Sum(pair => pair.Value)))
                .Select(sum => new ImpactCount(sum.Key, ImpactText.Outcome(sum.Key, sum.Hosts), sum.Hosts, 0)),
        ];

    /// <summary>Hosts and targets that stay unchanged.</summary>
    public IReadOnlyList<ImpactCount> Exclusions()
    {
        var sums = new Dictionary<Exclusion, (int Hosts, int Targets)>();
        foreach (var (forecast, hosts) in _seen)
        {
            foreach (var (key, targets) in Excluded(forecast))
            {
                var sum = sums.GetValueOrDefault(key);
                sums[key] = (sum.Hosts + hosts, sum.Targets + targets * hosts);
            }
        }
        var ordered = sums.OrderByDescending(sum => sum.Value.Hosts).ThenBy(sum => sum.Key.Why, StringComparer.Ordinal).ToList();
        var told = ordered
            .Take(Most)
            .Select(sum => new ImpactCount(
                sum.Key.Prospect,
                ImpactText.Of(sum.Key, sum.Value.Hosts, sum.Value.Targets),
                sum.Value.Hosts,
                sum.Value.Targets
            ));
        var others = ordered.Skip(Most).ToList();
        return others.Count == 0
            ? [.. told]
            :
            [
                .. told,
                new(
                    Prospect.Refused,
                    $"{Quantities.Of(others.Count, "more reason")}, in the table and the CSV",
                    others.Sum(sum => sum.Value.Hosts),
                    others.Sum(sum => sum.Value.Targets)
                ),
            ];
    }

    private static IEnumerable<(Exclusion Key, int Targets)> Excluded(HostForecast forecast)
    {
        var left = forecast.Targets.Where(target => IsLeft(target.Prospect)).GroupBy(Exclusion.Of).ToList();
        foreach (var same in left)
            yield return (same.Key, same.Count());
        if (left.Count == 0 && IsLeft(forecast.Prospect))
            yield return (Exclusion.Of(forecast), 0);
    }

    private static bool IsLeft(Prospect prospect) => prospect is not (Prospect.Same or Prospect.Changes or Prospect.PutBack);
}
