using System.Diagnostics;
using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product.Fleet;

namespace IwTune.Benchmarks.Figures.Fleet;

/// <summary>The time from a publication until every waiting agent has its bundle, and the server's cost of a waiting agent.</summary>
internal static class WakeUp
{
    private const int WaitSeconds = 240;
    private const double WakeGoal = 2000,
        MemoryGoal = 40;

    public static async Task<IReadOnlyList<Figure>> MeasureAsync(MeasuredServer server, string store, int agents, int hosts)
    {
        // One-time memory of the server, such as room for garbage, is not the cost of an agent: the first agents do not count.
        var first = agents / 5;
        using var waiting = new WaitingAgents(server);
        await waiting.ConnectAsync(first);
        await waiting.AskAsync(WaitSeconds);
        await server.SettleAsync();
        var empty = server.Memory;
        await waiting.ConnectAsync(agents - first);
        await server.SettleAsync();
        var connected = server.Memory;
        await waiting.AskAsync(WaitSeconds);
        await server.SettleAsync();
        var held = server.Memory;

        var since = Stopwatch.StartNew();
        using var limit = new CancellationTokenSource(TimeSpan.FromSeconds(60));
        var hearing = waiting.HearAsync(since, limit.Token);
        since.Restart();
        await server.PublishAsync(20, hosts + MeasuredServer.Extra);
        var published = since.Elapsed.TotalMilliseconds;
        var heard = new Sample("ms", await hearing);
        var settled = server.Cpu;
        await server.SettleAsync();

        var handshakes = (connected.Cpu - empty.Cpu).TotalMicroseconds / (agents - first);
        var each = (held.Anonymous - empty.Anonymous) / 1000.0 / (agents - first);
        var idle = (connected.Anonymous - empty.Anonymous) / 1000.0 / (agents - first);
        var note =
            $"{agents:#,0} enrolled hosts of {hosts:#,0} with a TLS 1.3 connection and a waiting check-in each, clients on the same "
            + "processors; counted from the moment the publication is sent until the host has read its bundle. "
            + $"A connection costs the server {handshakes:0} µs of processor time; the memory is anonymous pages of the server's "
            + $"process, garbage included, from {first:#,0} agents to all of them.";
        return
        [
            new(
                $"waiting agents have the bundle, median [{store}]",
                Sample.Of(heard.Median, "ms"),
                "answer to the publication",
                Sample.Of(published, "ms")
            )
            {
                Note = note,
            },
            new(
                $"waiting agents have the bundle, p99 [{store}]",
                Sample.Of(heard.Quantile(0.99), "ms"),
                "answer to the publication",
                Sample.Of(published, "ms"),
                $"at most {WakeGoal:0} ms",
                heard.Quantile(0.99) <= WakeGoal
            )
            {
                Note = note,
            },
            new($"  verdicts of all hosts after it, processor [{store}]", Sample.Of((server.Cpu - settled).TotalMilliseconds, "ms"))
            {
                Note = note,
            },
            new(
                $"memory of a waiting agent [{store}]",
                Sample.Of(each, "kB"),
                "connection without a call",
                Sample.Of(idle, "kB"),
                $"at most {MemoryGoal:0} kB",
                each <= MemoryGoal
            )
            {
                Note = note,
            },
        ];
    }
}
