namespace IwTune.Agent.Engine.Passive;

/// <summary>
/// The initial windows of connections that were seen before they sent data, kept until their end. When there are many, the oldest are
/// forgotten.
/// </summary>
internal sealed class SeenWindows
{
    /// <summary>Of each of two generations.</summary>
    private const int Most = 4096;

    private Dictionary<ulong, int> _young = [];
    private Dictionary<ulong, int> _old = [];

    public void Add(ulong id, int segments)
    {
        if (_young.Count >= Most)
        {
            (_old, _young) = (_young, _old);
            _young.Clear();
        }
        _young[id] = segments;
    }

    /// <summary>The window of a connection that ended.</summary>
    /// <returns><see langword="null"/> when it was not seen in time.</returns>
    public int? Take(ulong id) => _young.Remove(id, out var segments) || _old.Remove(id, out segments) ? segments : null;
}
