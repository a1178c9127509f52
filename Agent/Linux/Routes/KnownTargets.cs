using IwTune.Agent.Engine;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Routes;

/// <summary>The targets of the last reading, each with its route. One whose route is the same needs no new name.</summary>
internal sealed class KnownTargets
{
    private List<(RouteMessage Route, Target Target)> _targets = [];
    private Dictionary<int, string> _interfaces = [];

    /// <summary>Those of the last reading; none when an interface has another name since, because names of targets contain it.</summary>
    public EarlierList<(RouteMessage Route, Target Target)> Of(Dictionary<int, string> interfaces) =>
        new(AreSame(interfaces, _interfaces) ? _targets : []);

    /// <summary>Those of this reading.</summary>
    public void Keep(List<(RouteMessage Route, Target Target)> targets, Dictionary<int, string> interfaces)
    {
        _targets = targets.Count > EarlierList<Target>.Most ? [] : targets;
        _interfaces = interfaces;
    }

    private static bool AreSame(Dictionary<int, string> one, Dictionary<int, string> other)
    {
        foreach (var (index, name) in one)
        {
            if (!other.TryGetValue(index, out var before) || before != name)
                return false;
        }
        return one.Count == other.Count;
    }
}
