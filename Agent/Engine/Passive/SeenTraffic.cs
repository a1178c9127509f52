using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Passive;

/// <summary>
/// The connections of the last half to whole day by target and initial window, so that guardrails judge a window by what was measured with
/// it; <see cref="TrafficMemory"/> has the sum over all windows. It is in memory: a daemon that starts has seen nothing yet.
/// </summary>
public sealed class SeenTraffic(TimeProvider clock)
{
    /// <summary>Targets and windows that are kept apart; further ones are not judged.</summary>
    private const int Most = 256;

    private static readonly TimeSpan Generation = TimeSpan.FromHours(12);

    private readonly object _lock = new();
    private Dictionary<(string Target, int Window), TrafficProfile> _young = [];
    private Dictionary<(string Target, int Window), TrafficProfile> _old = [];
    private DateTimeOffset _since = clock.GetUtcNow();

    /// <summary>Adds reports about production connections and skips other evidence.</summary>
    public void Add(IEnumerable<Evidence> evidence)
    {
        lock (_lock)
        {
            Turn();
            foreach (var told in evidence)
            {
                if (told.Passive?.Profile is not { } profile)
                    continue;
                var key = (told.TargetId, told.InitialCwnd ?? told.ConfiguredCwnd ?? InitialWindow.LinuxDefault);
                if (_young.TryGetValue(key, out var there))
                    _young[key] = TrafficSum.Of(there, profile);
                else if (_young.Count < Most)
                    _young[key] = profile;
            }
        }
    }

    /// <summary>What was seen over a target with a window.</summary>
    /// <returns><see langword="null"/> when nothing was.</returns>
    public TrafficProfile? Of(string target, int window)
    {
        lock (_lock)
        {
            Turn();
            var (young, old) = (_young.GetValueOrDefault((target, window)), _old.GetValueOrDefault((target, window)));
            return young is null ? old
                : old is null ? young
                : TrafficSum.Of(old, young);
        }
    }

    private void Turn()
    {
        var now = clock.GetUtcNow();
        if (now - _since < Generation)
            return;
        _old = now - _since < 2 * Generation ? _young : [];
        _young = [];
        _since = now;
    }
}
