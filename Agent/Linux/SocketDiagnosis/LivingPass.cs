using IwTune.Agent.Linux.Netlink;

namespace IwTune.Agent.Linux.SocketDiagnosis;

/// <summary>The connections in one pass, with only the necessary data of each.</summary>
internal sealed class LivingPass
{
    /// <summary>Connections that are counted separately, some 2 MB. On a host with more, the number to one peer is not known.</summary>
    private const int Most = 16_384;

    private readonly HashSet<ulong> _ids = [];
    private readonly Dictionary<UInt128, int> _peers = [];

    /// <summary>Nearly all have the congestion control of their listener; only the others take memory.</summary>
    private readonly Dictionary<ulong, string> _odd = [];

    private bool _full;

    public void Clear()
    {
        _ids.Clear();
        _peers.Clear();
        _odd.Clear();
        _full = false;
    }

    /// <param name="socket">A connection.</param>
    /// <param name="odd">Its congestion control when it is not the expected one, else empty.</param>
    /// <exception cref="NetlinkFormatException">The bytes are no socket.</exception>
    public void Add(ReadOnlySpan<byte> socket, string odd)
    {
        _full |= _ids.Count >= Most;
        if (_full)
            return;
        var id = DiagMessage.Id(socket);
        var peer = DiagMessage.Peer(socket);
        _ids.Add(id);
        _peers[peer] = _peers.GetValueOrDefault(peer) + 1;
        if (odd.Length > 0)
            _odd[id] = odd;
    }

    public bool Has(ulong id) => _ids.Contains(id);

    /// <returns><see langword="null"/> when it had the expected one, or was not there.</returns>
    public string? Odd(ulong id) => _odd.GetValueOrDefault(id);

    /// <summary>Connections to the peer of one that ended, that one included.</summary>
    /// <returns><see langword="null"/> when there were too many to count.</returns>
    /// <exception cref="NetlinkFormatException">The bytes are no socket.</exception>
    public int? Concurrent(ulong id, ReadOnlySpan<byte> socket) =>
        _full ? null : _peers.GetValueOrDefault(DiagMessage.Peer(socket)) + (Has(id) ? 0 : 1);
}
