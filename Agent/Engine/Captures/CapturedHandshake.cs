namespace IwTune.Agent.Engine.Captures;

/// <summary>The three segments that open a connection, by time.</summary>
internal sealed class CapturedHandshake
{
    // A share of the round trip below it is the time that a host takes to answer.
    private const double Near = 0.1;

    /// <summary>Below it the answering times of the two hosts decide, not the path.</summary>
    private const long LeastToPlace = 2_000_000;

    private long? _syn;
    private long? _firstAnswer;
    private long? _lastAnswer;
    private long? _completed;

    /// <summary>The SYN was sent more than once.</summary>
    public bool SynRepeated { get; private set; }

    /// <summary>The SYN-ACK was sent more than once.</summary>
    public bool AnswerRepeated { get; private set; }

    public bool Answered => _firstAnswer is not null;

    public bool Completed => _completed is not null;

    public bool HasSyn => _syn is not null;

    /// <summary>
    /// Nanoseconds between the last SYN and its first answer, and between the last answer and its acknowledgement: the time from the
    /// capture to the server and back, and to the client and back.
    /// </summary>
    public (long ToServer, long ToClient)? Parts =>
        (_syn, _firstAnswer, _lastAnswer, _completed) is ({ } syn, { } first, { } last, { } completed)
            ? (Math.Max(0, first - syn), Math.Max(0, completed - last))
            : null;

    /// <summary>Nanoseconds.</summary>
    public long? RoundTrip => Parts is { } parts ? parts.ToServer + parts.ToClient : null;

    public void Syn(long at)
    {
        SynRepeated |= HasSyn;
        if (!Answered)
            _syn = at;
    }

    public void Answer(long at)
    {
        AnswerRepeated |= Answered;
        if (Completed)
            return;
        _firstAnswer ??= at;
        _lastAnswer = at;
    }

    public void Complete(long at) => _completed ??= at;

    /// <summary>Where the capture was taken, as one who sends sees it.</summary>
    public CapturePlace Place(bool senderIsServer)
    {
        if (Parts is not var (server, client) || server + client == 0)
            return CapturePlace.Unknown;
        var share = (double)(senderIsServer ? server : client) / (server + client);
        return share <= Near ? CapturePlace.Sender
            : share >= 1 - Near ? CapturePlace.Receiver
            : server + client < LeastToPlace ? CapturePlace.Unknown
            : CapturePlace.Between;
    }
}

/// <summary>Where a capture was taken, seen from a connection.</summary>
internal enum CapturePlace
{
    /// <summary>It cannot be known.</summary>
    Unknown,

    /// <summary>At the side that sent more data.</summary>
    Sender,

    /// <summary>At the other side.</summary>
    Receiver,

    /// <summary>On the path.</summary>
    Between,
}
