using System.Text.Json;
using IwTune.Agent.Engine.State;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Reporting;

/// <summary>
/// Report lines that the server has not made durable yet, numbered without gaps, each flushed to disk before Append returns.
/// The state lane is one slot that the latest state overwrites; it becomes a line when a batch is taken. While lines wait for the server, a
/// new state is a line at once, up to a bound: it is what the host reports later about a time in which the server did not hear it.
/// </summary>
public sealed partial class Outbox
{
    /// <summary>States that wait on disk; of more, the latest waits in the slot.</summary>
    public const int MostStates = 100;

    private readonly string _directory;
    private readonly long _cap;
    private readonly TimeProvider _clock;
    private readonly Bookmark _bookmark;
    private readonly List<Chunk> _chunks = [];
    private HostState? _pendingState;
    private HostState? _sentState;
    private long _refused;
    private long _condemned;
    private long _stateLine;
    private int _waitingStates;

    private Outbox(string directory, long cap, TimeProvider clock)
    {
        _directory = directory;
        _cap = cap;
        _clock = clock;
        _bookmark = new Bookmark(Path.Combine(_directory, "bookmark"));
    }

    /// <summary>Opens the outbox, cutting off what a crash left half-written.</summary>
    /// <param name="directory">Where its files live; made when absent.</param>
    /// <param name="cap">The most bytes it may take on disk.</param>
    /// <param name="clock">Stamps the lines.</param>
    /// <exception cref="IOException">The directory cannot be used.</exception>
    public static Outbox Open(string directory, long cap, TimeProvider clock)
    {
        Directory.CreateDirectory(directory);
        var outbox = new Outbox(directory, cap, clock);
        outbox.Recover();
        return outbox;
    }

    /// <summary>Number of the last line the server made durable.</summary>
    public long Durable { get; private set; }

    /// <summary>Number of the last line written.</summary>
    public long Last { get; private set; }

    /// <summary>Lines waiting, with the state slot counted as one.</summary>
    public long Waiting
    {
        get
        {
            lock (_chunks)
                return Last - Durable + (_pendingState is null ? 0 : 1);
        }
    }

    /// <summary>Lines that could not be kept because the outbox was full; reported to the server as soon as there is room.</summary>
    public long Refused
    {
        get
        {
            lock (_chunks)
                return _refused;
        }
    }

    /// <summary>
    /// Puts the latest state into the state lane. It costs disk only while lines wait; after a restart the state is read anew anyway.
    /// </summary>
    /// <exception cref="IOException">The disk does not take it; it waits in the slot.</exception>
    public void Put(HostState state)
    {
        lock (_chunks)
        {
            _pendingState = state;
            if (Last > Durable && _waitingStates < MostStates && _chunks.Sum(chunk => chunk.Bytes) < _cap / 2)
                StateToLine();
        }
    }

    /// <summary>Appends to the evidence lane, all in one write. When room is short, evidence gives way to events.</summary>
    /// <returns><see langword="false"/> when the outbox is full and lines were counted instead of kept.</returns>
    /// <exception cref="IOException">The disk does not take it; nothing was appended.</exception>
    public bool Append(IReadOnlyList<HostEvent> events, IReadOnlyList<Evidence> evidence)
    {
        lock (_chunks)
        {
            var held = _chunks.Sum(chunk => chunk.Bytes);
            var room = new { Events = held < _cap, Evidence = held < _cap - (_cap / 8) };
            _refused += (room.Events ? 0 : events.Count) + (room.Evidence ? 0 : evidence.Count);
            WriteAll([
                .. room.Events ? events.Select(happened => Line() with { Event = happened }) : [],
                .. room.Evidence ? evidence.Select(measured => Line() with { Evidence = measured }) : [],
            ]);
            return room.Events && (room.Evidence || evidence.Count == 0);
        }
    }

    /// <inheritdoc cref="Append(IReadOnlyList{HostEvent}, IReadOnlyList{Evidence})"/>
    public bool Append(HostEvent happened) => Append([happened], []);

    /// <summary>Appends the host's facts.</summary>
    /// <exception cref="IOException">The disk does not take it; nothing was appended.</exception>
    public void Append(HostFacts facts)
    {
        lock (_chunks)
            WriteAll([Line() with { Facts = facts }]);
    }

    /// <summary>The next lines to ship, from the one after <see cref="Durable"/>.</summary>
    /// <param name="maxLines">The largest number of lines.</param>
    /// <param name="maxBytes">The largest number of bytes; one line is always taken when there is any.</param>
    public Batch Take(int maxLines, int maxBytes)
    {
        lock (_chunks)
        {
            // A state line that still waits keeps the next one in its slot, however often sending is tried.
            if (_stateLine <= Durable)
                StateToLine();
            return Batch.Of(_chunks.SelectMany(chunk => chunk.After(Durable)), maxLines, maxBytes);
        }
    }

    /// <summary>The server has everything up to this number: moves the bookmark, then removes whole chunks.</summary>
    public void Release(long durable)
    {
        lock (_chunks)
        {
            if (durable <= Durable)
                return;
            _bookmark.Write(durable);
            Durable = durable;
            Last = Math.Max(Last, durable);
            if (_stateLine <= durable)
                _waitingStates = 0;
            foreach (var chunk in _chunks.Where(chunk => chunk.Last <= durable).ToList())
            {
                File.Delete(chunk.Path);
                _chunks.Remove(chunk);
            }
            SayWhatWasLost();
        }
    }

    /// <summary>
    /// Replaces the first line of a batch, which the server will never accept, by an event of the same number that says so.
    /// </summary>
    /// <returns><see langword="false"/> when it is such an event already: then the line is not what the server refuses.</returns>
    public bool Condemn(long number, string why)
    {
        lock (_chunks)
        {
            if (_condemned == number || _chunks.FirstOrDefault(chunk => chunk.First <= number && number <= chunk.Last) is not { } chunk)
                return false;
            _condemned = number;
            var text = $"Report line {number} was refused by the server and dropped: {why}";
            var stand = Bytes(Line() with { Number = number, Event = new HostEvent(HostEventKind.ReportsLost, "", text) });
            var content = new MemoryStream();
            foreach (var (current, line) in chunk.After(chunk.First - 1))
            {
                content.Write(current == number ? stand : line.Span);
                content.WriteByte((byte)'\n');
            }
            DurableFile.Replace(chunk.Path, content.ToArray());
            _chunks[_chunks.IndexOf(chunk)] = chunk with { Bytes = content.Length };
            return true;
        }
    }

    /// <summary>Numbers the waiting lines anew, from the one after this number.</summary>
    public void GoOnAfter(long number)
    {
        lock (_chunks)
        {
            var waiting = _chunks.SelectMany(chunk => chunk.After(Durable)).Select(line => line.Line).ToList();
            foreach (var chunk in _chunks)
                File.Delete(chunk.Path);
            _chunks.Clear();
            _bookmark.Write(number);
            Durable = Last = number;
            // A server that counts otherwise has another state, or none.
            (_pendingState, _sentState, _stateLine, _waitingStates) = (_pendingState ?? _sentState, null, 0, 0);
            WriteAll([.. waiting.Select(line => JsonSerializer.Deserialize(line.Span, AgentJson.Default.ReportLine)).OfType<ReportLine>()]);
        }
    }

    private void StateToLine()
    {
        if (_pendingState is not { } state)
            return;
        if (_sentState is null || !WireEquality.Same(_sentState, state))
        {
            WriteAll([Line() with { State = state }]);
            _stateLine = Last;
            _waitingStates++;
        }
        _sentState = state;
        _pendingState = null;
    }

    private void SayWhatWasLost()
    {
        if (_refused == 0)
            return;
        var text =
            $"{_refused} report lines were not kept because the outbox was full ({_cap >> 20} MiB) while the server could not be reached.";
        WriteAll([Line() with { Event = new HostEvent(HostEventKind.ReportsLost, "", text) }]);
        _refused = 0;
    }

    private ReportLine Line() => new() { Number = 0, At = _clock.GetUtcNow() };

    private static byte[] Bytes(ReportLine line) => JsonSerializer.SerializeToUtf8Bytes(line, AgentJson.Default.ReportLine);
}
