namespace IwTune.Agent.Engine.Captures;

/// <summary>From packets to connections. Its memory depends on the number of connections alone.</summary>
/// <param name="filter">Which connections count.</param>
/// <param name="most">Connections that are kept.</param>
internal sealed class CaptureAnalysis(CaptureFilter filter, int most = CaptureAnalysis.Most)
{
    /// <summary>Connections that are kept; the rest is counted.</summary>
    public const int Most = 100_000;

    private readonly Dictionary<(CaptureEndpoint, CaptureEndpoint), CapturedConnection> _open = [];
    private readonly List<CapturedConnection> _all = [];
    private readonly SortedDictionary<int, long> _unknownLinks = [];
    private readonly long[] _kinds = new long[Enum.GetValues<PacketKind>().Length];
    private long _packets;
    private long _untimed;

    /// <summary>Every connection, in the order of their first packets.</summary>
    public IReadOnlyList<CapturedConnection> Connections => _all;

    /// <summary>Connections beyond those that are kept, by their SYNs.</summary>
    public long LeftOut { get; private set; }

    public long Packets => _packets;

    /// <summary>When the last packet was seen, nanoseconds since 1970.</summary>
    public long End { get; private set; }

    /// <summary>Packets on links that cannot be read, by link type.</summary>
    public IReadOnlyDictionary<int, long> UnknownLinks => _unknownLinks;

    /// <summary>Packets without a time.</summary>
    public long Untimed => _untimed;

    public long Count(PacketKind kind) => _kinds[(int)kind];

    public void Add(in CapturedFrame frame, ReadOnlySpan<byte> head)
    {
        _packets++;
        _untimed += frame.At is null ? 1 : 0;
        End = Math.Max(End, frame.At ?? 0);
        var kind = PacketDecoder.Decode(frame, head, out var segment, out var through);
        _kinds[(int)kind]++;
        if (kind == PacketKind.UnknownLink && (_unknownLinks.Count < 16 || _unknownLinks.ContainsKey(frame.Link)))
            _unknownLinks[frame.Link] = _unknownLinks.GetValueOrDefault(frame.Link) + 1;
        if (kind == PacketKind.Tcp && filter.Takes(segment))
            Of(frame, segment)?.Add(frame.At ?? 0, segment, through);
    }

    private CapturedConnection? Of(in CapturedFrame frame, in CapturedSegment segment)
    {
        var first = segment.Source.IsBefore(segment.Destination);
        var (a, b) = first ? (segment.Source, segment.Destination) : (segment.Destination, segment.Source);
        var known = _open.GetValueOrDefault((a, b));
        if (known is not null && !(segment.Syn && !segment.Rst && known.IsOver(segment)))
            return known;
        // The end of a connection that was open before the capture has no flight.
        if (segment.Rst || (!segment.Syn && segment.Payload <= 1))
            return known;
        if (_all.Count == most)
        {
            LeftOut += segment.Syn && !segment.Ack ? 1 : 0;
            _open.Remove((a, b));
            return null;
        }
        var made = new CapturedConnection(a, b, frame.At);
        _all.Add(made);
        return _open[(a, b)] = made;
    }
}
