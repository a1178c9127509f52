using System.Text;
using System.Text.Json;
using IwTune.Agent.Reporting;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Reporting;

public sealed class OutboxTests : IDisposable
{
    private readonly string _directory = Path.Combine(Path.GetTempPath(), $"iwtune-outbox-{Guid.NewGuid():N}");
    private readonly TestClock _clock = new();

    [Fact]
    public void Lines_are_numbered_from_one_without_gaps_over_restarts()
    {
        for (var process = 0; process < 3; process++)
        {
            var outbox = Open();
            outbox.Append(Happened("a"));
            outbox.Append(Happened("b"));
        }

        Assert.Equal([1L, 2, 3, 4, 5, 6], Numbers(Open()));
    }

    [Fact]
    public void A_torn_tail_is_cut_off_and_its_number_given_again()
    {
        Fill(3);
        var chunk = Chunks().Single();
        using (var torn = new FileStream(chunk, FileMode.Append))
            torn.Write("{\"number\":4,\"at\":\"2026"u8);

        var outbox = Open();
        outbox.Append(Happened("whole"));

        Assert.Equal([1L, 2, 3, 4], Numbers(outbox));
        Assert.All(File.ReadAllLines(chunk), line => Assert.NotNull(JsonSerializer.Deserialize(line, WireJson.Default.ReportLine)));
    }

    [Fact]
    public void Every_way_a_chunk_can_be_torn_leaves_a_prefix_of_whole_lines()
    {
        Fill(4);
        var chunk = Chunks().Single();
        var whole = File.ReadAllBytes(chunk);
        for (var length = 0; length <= whole.Length; length += 7)
        {
            File.WriteAllBytes(chunk, whole[..length]);
            var numbers = Numbers(Open());
            Assert.Equal(Enumerable.Range(1, numbers.Count).Select(n => (long)n), numbers);
            Assert.Equal(whole[..length].Count(b => b == '\n'), numbers.Count);
            File.WriteAllBytes(Path.Combine(_directory, Path.GetFileName(chunk)), whole);
        }
    }

    [Fact]
    public void Only_what_the_server_made_durable_is_let_go()
    {
        var outbox = Fill(5);

        outbox.Release(3);

        Assert.Equal([4L, 5], Numbers(outbox));
        Assert.Equal([4L, 5], Numbers(Open()));
        outbox.Release(5);
        Assert.Empty(Chunks());
        var next = Open();
        next.Append(Happened("x"));
        Assert.Equal([6L], Numbers(next));
    }

    [Fact]
    public void A_kill_between_the_reply_and_the_bookmark_only_sends_again()
    {
        Fill(4).Release(2);
        File.Delete(Path.Combine(_directory, "bookmark"));

        Assert.Equal([1L, 2, 3, 4], Numbers(Open()));
    }

    [Fact]
    public void Big_outboxes_are_cut_into_chunks_and_old_chunks_go()
    {
        var outbox = Open();
        outbox.Append([.. Enumerable.Repeat(Happened(new string('x', 30_000)), 40)], []);
        Assert.True(Chunks().Length > 2);

        outbox.Release(39);

        Assert.Single(Chunks());
        Assert.Equal([40L], Numbers(Open()));
    }

    [Fact]
    public void Of_many_states_only_the_latest_becomes_a_line()
    {
        var outbox = Open();
        for (var i = 0; i < 100; i++)
            outbox.Put(State($"hash-{i}"));
        Assert.Equal(1, outbox.Waiting);

        var line = Assert.Single(Lines(outbox));

        Assert.Equal("hash-99", line.State!.StateHash);
        outbox.Put(State("hash-99"));
        Assert.Single(Lines(outbox));
    }

    [Fact]
    public void While_lines_wait_each_new_state_is_a_line_of_its_own_time_and_survives_a_restart()
    {
        var outbox = Open();
        var begun = _clock.GetUtcNow();
        for (var i = 0; i < 20; i++)
        {
            outbox.Put(State($"hash-{i / 2}"));
            Lines(outbox);
            _clock.Advance(TimeSpan.FromMinutes(1));
        }

        var lines = Lines(Open());
        Assert.Equal(Enumerable.Range(0, 10).Select(i => $"hash-{i}"), lines.Select(line => line.State!.StateHash));
        Assert.Equal(Enumerable.Range(0, 10).Select(i => begun.AddMinutes(2 * i)), lines.Select(line => line.At));
    }

    [Fact]
    public void Of_more_states_than_may_wait_the_latest_waits_in_memory()
    {
        var outbox = Open();
        for (var i = 0; i < Outbox.MostStates + 20; i++)
        {
            outbox.Put(State($"hash-{i}"));
            Lines(outbox);
        }

        var waiting = Lines(outbox);
        Assert.Equal(Outbox.MostStates, waiting.Count);
        Assert.Equal($"hash-{Outbox.MostStates - 1}", waiting[^1].State!.StateHash);
        outbox.Release(waiting[^1].Number);
        Assert.Equal($"hash-{Outbox.MostStates + 19}", Assert.Single(Lines(outbox)).State!.StateHash);
        outbox.Put(State("again"));
        Assert.Equal(2, Lines(outbox).Count);
    }

    [Fact]
    public void States_leave_half_of_the_outbox_to_what_must_not_be_lost()
    {
        var outbox = Outbox.Open(_directory, 2000, _clock);
        for (var i = 0; i < 50; i++)
        {
            outbox.Put(State($"hash-{i}"));
            Lines(outbox);
        }
        Assert.InRange(Chunks().Sum(chunk => new FileInfo(chunk).Length), 1000, 1400);
        Assert.True(outbox.Append(Happened("kept")));
    }

    [Fact]
    public void A_full_outbox_keeps_what_it_has_counts_the_rest_and_says_so_when_there_is_room()
    {
        var outbox = Outbox.Open(_directory, 2000, _clock);
        var kept = 0;
        while (outbox.Append(Happened("something happened")))
            kept++;
        outbox.Append(Happened("too much"));

        Assert.Equal(2, outbox.Refused);
        Assert.Equal(kept, Numbers(outbox).Count);
        outbox.Release(kept);
        var told = Assert.Single(Lines(outbox)).Event!;
        Assert.Equal(HostEventKind.ReportsLost, told.Kind);
        Assert.StartsWith("2 report lines", told.Text, StringComparison.Ordinal);
        Assert.Equal(0, outbox.Refused);
    }

    [Fact]
    public void Evidence_gives_way_to_events_when_room_is_short()
    {
        var outbox = Outbox.Open(_directory, 4000, _clock);
        while (outbox.Append([], [Measured()])) { }

        Assert.True(outbox.Append(Happened("rolled back")));
    }

    [Fact]
    public void A_batch_is_bounded_by_lines_and_bytes_but_never_empty()
    {
        var outbox = Fill(10);

        Assert.Equal((1L, 3L), (outbox.Take(3, 1 << 20).First, outbox.Take(3, 1 << 20).Last));
        Assert.True(outbox.Take(100, 1).IsSingle);
    }

    [Fact]
    public void A_condemned_line_is_replaced_under_its_own_number_once()
    {
        var outbox = Fill(3);

        Assert.True(outbox.Condemn(2, "no such thing"));
        Assert.False(outbox.Condemn(2, "no such thing"));

        var lines = Lines(Open());
        Assert.Equal([1L, 2, 3], lines.Select(line => line.Number));
        Assert.Equal(HostEventKind.ReportsLost, lines[1].Event!.Kind);
        Assert.Contains("no such thing", lines[1].Event!.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Lines_a_restored_directory_numbered_again_are_sent_behind_what_the_server_has()
    {
        var outbox = Fill(2);

        outbox.GoOnAfter(40);

        Assert.Equal([41L, 42], Numbers(outbox));
        Assert.Equal([41L, 42], Numbers(Open()));
    }

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    private Outbox Open() => Outbox.Open(_directory, 16 << 20, _clock);

    private Outbox Fill(int lines)
    {
        var outbox = Open();
        for (var i = 0; i < lines; i++)
            outbox.Append(
                Happened($"event number {i}, with a text of the usual length: 192.0.2.0/24 via 192.0.2.1 dev eth0 is what it was before")
            );
        return outbox;
    }

    private string[] Chunks() => Directory.GetFiles(_directory, "*.ndjson");

    private static HostEvent Happened(string text) => new(HostEventKind.Applied, "", text);

    private Evidence Measured() =>
        new()
        {
            TargetId = "t",
            Method = EvidenceMethod.ReadBack,
            At = _clock.GetUtcNow(),
            Conclusive = true,
        };

    private static HostState State(string hash) => new() { Phase = BundlePhase.Applied, StateHash = hash };

    private static List<long> Numbers(Outbox outbox) => [.. Lines(outbox).Select(line => line.Number)];

    private static List<ReportLine> Lines(Outbox outbox) =>
        [
            .. Encoding
                .UTF8.GetString(outbox.Take(int.MaxValue, int.MaxValue).Body.Span)
                .Split('\n', StringSplitOptions.RemoveEmptyEntries)
                .Select(line => JsonSerializer.Deserialize(line, WireJson.Default.ReportLine)!),
        ];
}
