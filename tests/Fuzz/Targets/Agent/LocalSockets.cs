using System.Text.Json;
using IwTune.Agent;
using IwTune.Agent.Engine;
using IwTune.Agent.Local;

namespace IwTune.Fuzz.Targets.Agent;

/// <summary>The daemon's socket: what any user of the host may write into it, and the answers in the order of the requests.</summary>
internal static class LocalSockets
{
    public static bool Read(byte[] input)
    {
        var understood = 0;
        var guest = new Guest(input);
        using var listener = new LocalListener(
            new Once(new LocalGuest(guest, () => null)),
            (request, ct) =>
            {
                understood++;
                ct.ThrowIfCancellationRequested();
                return new(LocalReply.Say(0, request.Verb.ToString()));
            },
            AgentLog.Silent,
            new Never()
        );
        // Everything is in memory, so the guest is served before the call comes back.
        _ = listener.RunAsync(CancellationToken.None);
        BrokenPromiseException.Unless(guest.Left, "a guest is served to its end");
        foreach (var line in guest.Answers().Split('\n', StringSplitOptions.RemoveEmptyEntries))
            BrokenPromiseException.Unless(
                JsonSerializer.Deserialize(line, AgentJson.Default.LocalReply) is { Text.Length: > 0 },
                "every request has an answer with a text"
            );
        return understood > 0;
    }

    /// <summary>A clock whose timers do not run: nothing here waits.</summary>
    private sealed class Never : TimeProvider
    {
        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) => new Stopped();
    }

    private sealed class Stopped : ITimer
    {
        public bool Change(TimeSpan dueTime, TimeSpan period) => true;

        public void Dispose() { }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }

    private sealed class Once(LocalGuest guest) : ILocalEndpoint
    {
        private readonly TaskCompletionSource<LocalGuest> _never = new();
        private bool _came;

        public ValueTask<LocalGuest> AcceptAsync(CancellationToken ct)
        {
            var first = !_came;
            _came = true;
            return first ? new(guest) : new(_never.Task);
        }

        public void Dispose() { }
    }

    /// <summary>Reads from the input, up to a line's end at once as a client writes, and keeps the answers.</summary>
    private sealed class Guest(byte[] input) : MemoryStream
    {
        private int _at;

        public bool Left { get; private set; }

        public string Answers() => System.Text.Encoding.UTF8.GetString(ToArray());

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            var end = Array.IndexOf(input, (byte)'\n', _at) is >= 0 and var line ? line + 1 : input.Length;
            var count = Math.Min(buffer.Length, end - _at);
            input.AsSpan(_at, count).CopyTo(buffer.Span);
            _at += count;
            return new(count);
        }

        public override ValueTask DisposeAsync()
        {
            Left = true;
            return base.DisposeAsync();
        }
    }
}
