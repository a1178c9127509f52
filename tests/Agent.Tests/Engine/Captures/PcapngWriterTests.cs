using IwTune.Agent.Engine.Captures;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Engine.Captures;

/// <summary>What is written is what our reader and Wireshark read.</summary>
public sealed class PcapngWriterTests
{
    private const ushort Raw = 101;
    private const long At = 1_764_100_000_123_456_789;
    private readonly MemoryStream _to = new();

    [Fact]
    public void Packets_are_read_with_the_interface_time_and_length_that_were_written()
    {
        Write();
        var reader = CaptureReader.Open(new MemoryStream(_to.ToArray()), out var problem)!;
        Assert.Equal("", problem);
        var read = new List<(long?, string, long, string)>();
        while (reader.Next(out var frame, out var head))
            read.Add((frame.At, reader.NameOf(frame), frame.Length, Convert.ToHexString(head[^1..])));
        Assert.Equal([(At, "sender", 41, "28"), (At + 1, "receiver", 200, "7F"), (At + 2, "sender", 40, "27")], read);
        Assert.Equal("", reader.EndsEarly);
    }

    [Fact]
    public async Task Wireshark_reads_the_same()
    {
        if (!Commands.Installed("tshark"))
            Lacking.Skip("tshark is not installed: apt-get install tshark");
        Write();
        var file = Path.GetTempFileName();
        await File.WriteAllBytesAsync(file, _to.ToArray(), TestContext.Current.CancellationToken);
        var read = Commands.TryRun(
            "tshark",
            [
                "-r",
                file,
                "-T",
                "fields",
                .. Fields("frame.interface_name", "frame.time_epoch", "frame.len", "frame.cap_len", "frame.comment"),
            ]
        );
        File.Delete(file);
        Assert.True(read.ExitCode == 0, read.Error);
        Assert.Equal(
            [
                "sender\t1764100000.123456789\t41\t41\tdropped: the queue was full",
                "receiver\t1764100000.123456790\t200\t128\t",
                "sender\t1764100000.123456791\t40\t40\té",
            ],
            read.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries)
        );
    }

    private static IEnumerable<string> Fields(params string[] names) => names.SelectMany(name => (string[])["-e", name]);

    private void Write()
    {
        var writer = new PcapngWriter(_to, "iwtune 1.2.3");
        var (sender, receiver) = (writer.Describe("sender", Raw), writer.Describe("receiver", Raw));
        writer.Packet(sender, At, Bytes(41), "dropped: the queue was full");
        writer.Packet(receiver, At + 1, Bytes(200));
        writer.Packet(sender, At + 2, Bytes(40), "é");
    }

    /// <summary>An IPv4 header of this length, and bytes that count.</summary>
    private static byte[] Bytes(int count)
    {
        var bytes = new byte[count];
        for (var i = 0; i < count; i++)
            bytes[i] = (byte)i;
        (bytes[0], bytes[2], bytes[3], bytes[9]) = (0x45, 0, (byte)count, 253);
        return bytes;
    }
}
