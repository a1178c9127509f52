using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Watching;

/// <summary>Who changed which route last, of the routes that changed lately.</summary>
internal sealed class LastAuthors
{
    /// <summary>A full table that a routing daemon writes at once is not worth remembering row by row.</summary>
    private const int Most = 2_000;

    private readonly Dictionary<RouteKey, Attribution> _authors = [];

    public void Note(RouteKey key, Attribution by)
    {
        lock (_authors)
        {
            if (_authors.Count >= Most)
                _authors.Clear();
            _authors[key] = by;
        }
    }

    /// <summary>Also who changed what stands before the route: a shadow of ours has the metric below.</summary>
    public Attribution? Of(RouteKey key)
    {
        lock (_authors)
        {
            var own = _authors.GetValueOrDefault(key);
            var before = key.Priority > 0 ? _authors.GetValueOrDefault(key with { Priority = key.Priority - 1 }) : null;
            return before is not null && (own is null || own.At < before.At) ? before : own;
        }
    }
}
