namespace IwTune.Agent.Linux.Emulation;

/// <summary>
/// Decides which packets a script loses: the n-th with new data of each connection. Ports identify a connection: a path between two ends
/// does not see them twice at a time. A SYN restarts the count.
/// </summary>
internal sealed class ScriptedDrops(IReadOnlyList<int> lost)
{
    private readonly Dictionary<(int, int), (uint Next, int Count)> _connections = [];

    public bool Loses(in TcpSegment segment)
    {
        if (lost.Count == 0)
            return false;
        var key = (segment.SourcePort, segment.DestinationPort);
        if (segment.IsSyn)
            _connections[key] = (segment.Sequence + 1, 0);
        if (segment.PayloadBytes == 0)
            return false;
        var (next, count) = _connections.GetValueOrDefault(key, (segment.Sequence, 0));
        var end = segment.Sequence + (uint)segment.PayloadBytes;
        if ((int)(end - next) <= 0)
            return false;
        _connections[key] = (end, count + 1);
        for (var i = 0; i < lost.Count; i++)
        {
            if (lost[i] == count + 1)
                return true;
        }
        return false;
    }
}
