using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using IwTune.Agent.Windows.Templates;
using IwTune.Shared.Formatting;

namespace IwTune.Agent.Windows.Authors.Logs;

/// <summary>The event logs of the Windows this runs on. A log service that hangs costs its limit and one thread, as WMI does.</summary>
/// <param name="clock">Times the limit.</param>
[SupportedOSPlatform("windows")]
internal sealed class WindowsEventLogs(TimeProvider clock) : IEventLogs, IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(3);

    // Windows' own limit for one step of a query.
    private const uint StepMilliseconds = 1000;

    private readonly BoundedCalls _calls = new(Limit, clock);

    /// <inheritdoc/>
    public async ValueTask<IReadOnlyList<LogReading>> ReadAsync(IReadOnlyList<LogQuery> queries, CancellationToken ct)
    {
        var stop = new Stop();
        var (ended, result) = await _calls.RunAsync(() => ReadAll(queries, stop), () => stop.Asked = true, ct);
        return ended
            ? result!
            : [.. queries.Select(_ => new LogReading([], Invariant.Text($"the event logs did not answer within {Limit.TotalSeconds} s")))];
    }

    /// <inheritdoc/>
    public void Dispose() => _calls.Dispose();

    private static List<LogReading> ReadAll(IReadOnlyList<LogQuery> queries, Stop stop)
    {
        try
        {
            return [.. queries.Select(query => Read(query, stop))];
        }
        catch (Exception absent) when (absent is DllNotFoundException or EntryPointNotFoundException)
        {
            return [.. queries.Select(_ => new LogReading([], "this Windows has no event logs that can be read (wevtapi.dll)"))];
        }
    }

    private static LogReading Read(LogQuery query, Stop stop)
    {
        var results = EventCalls.EvtQuery(0, query.Log, query.Filter, EventCalls.ChannelPath | EventCalls.ReverseDirection);
        if (results == 0)
            return new LogReading([], EventCalls.Explain(Marshal.GetLastPInvokeError()));
        var events = new List<string>();
        var buffer = new char[EventText.Longest];
        try
        {
            while (events.Count < query.Most && !stop.Asked)
            {
                if (!EventCalls.EvtNext(results, 1, out var found, StepMilliseconds, 0, out var count) || count == 0)
                {
                    var error = Marshal.GetLastPInvokeError();
                    return new LogReading(events, error == EventCalls.NoMoreItems ? "" : EventCalls.Explain(error));
                }
                if (Render(found, buffer) is { } xml)
                    events.Add(xml);
            }
        }
        finally
        {
            _ = EventCalls.EvtClose(results);
        }
        return new LogReading(events);
    }

    /// <summary>The event as XML; <see langword="null"/> when it is longer than any that is of use.</summary>
    private static unsafe string? Render(nint found, char[] buffer)
    {
        try
        {
            fixed (char* text = buffer)
                return
                    EventCalls.EvtRender(0, found, EventCalls.RenderXml, (uint)(sizeof(char) * buffer.Length), text, out var used, out _)
                    && used >= sizeof(char)
                    ? new string(text, 0, (int)(used / sizeof(char)) - 1) // The terminating zero is counted.
                    : null;
        }
        finally
        {
            _ = EventCalls.EvtClose(found);
        }
    }

    private sealed class Stop
    {
        public volatile bool Asked;
    }
}
