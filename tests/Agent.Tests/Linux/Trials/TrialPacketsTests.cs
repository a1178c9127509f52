using IwTune.Agent.Linux.Emulation;
using IwTune.Agent.Linux.Trials;
using Microsoft.Extensions.Time.Testing;

namespace IwTune.Agent.Tests.Linux.Trials;

public sealed class TrialPacketsTests
{
    private static readonly byte[] Packet = new byte[40];
    private readonly MemoryStream file = new();
    private readonly TrialPackets packets;

    public TrialPacketsTests() => packets = new TrialPackets(file, "test", new FakeTimeProvider());

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(3)]
    public void A_run_that_is_repeated_leaves_only_the_packets_of_its_last_try(int before)
    {
        for (var run = 0; run < before; run++)
            Run();
        var (length, written) = (file.Length, packets.Written);
        Run();
        packets.Forget();
        Assert.Equal((length, written), (file.Length, packets.Written));
        Run();
        Run();
        packets.Forget();
        var repeated = file.ToArray();
        var plain = new MemoryStream();
        var others = new TrialPackets(plain, "test", new FakeTimeProvider());
        for (var run = 0; run <= before; run++)
            Run(others);
        Assert.Equal(plain.Length, repeated.Length);
        Assert.Equal(others.Written, packets.Written);
    }

    [Fact]
    public void A_stream_that_cannot_go_back_keeps_them()
    {
        var pipe = new WriteOnly();
        var kept = new TrialPackets(pipe, "test", new FakeTimeProvider());
        Run(kept);
        kept.Forget();
        Run(kept);
        Assert.Equal((4, ""), (kept.Written, kept.Failure));
    }

    private void Run() => Run(packets);

    private static void Run(TrialPackets packets)
    {
        packets.Begin(1, 2, 10);
        foreach (var what in new[] { PacketEvent.Sent, PacketEvent.Arrived })
            packets.See(new PacketSeen(1, PathWay.ToLeft, what, new TcpSegment(80, 40_000, 1, 1, 0x10, 500, 0)), Packet);
    }

    private sealed class WriteOnly : MemoryStream
    {
        public override bool CanSeek => false;

        public override void SetLength(long value) => throw new NotSupportedException();
    }
}
