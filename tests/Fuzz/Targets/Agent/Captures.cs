using IwTune.Agent.Engine.Captures;
using IwTune.Agent.Linux.Emulation;

namespace IwTune.Fuzz.Targets.Agent;

/// <summary>Captures of any program, and packets.</summary>
internal static class Captures
{
    private const int Ethernet = 1,
        Raw = 101,
        Cooked2 = 276;

    public static bool Read(byte[] input)
    {
        if (CaptureReader.Open(new MemoryStream(input, writable: false), out var problem) is not { } reader)
        {
            BrokenPromiseException.Unless(problem.Length > 0, "a file that is no capture is refused with a reason");
            return false;
        }
        var analysis = new CaptureAnalysis(new(null, null));
        while (reader.Next(out var frame, out var head))
        {
            _ = reader.NameOf(frame);
            analysis.Add(frame, head);
        }
        foreach (var flight in CapturedFlight.AllOf(analysis))
            _ = flight.First;
        return reader.EndsEarly.Length == 0;
    }

    public static bool Packet(byte[] input)
    {
        if (input.Length == 0)
            return false;
        var link = (input[0] % 3) switch
        {
            0 => Ethernet,
            1 => Raw,
            _ => Cooked2,
        };
        var head = input.AsSpan(1);
        var kind = PacketDecoder.Decode(new CapturedFrame(1, link, 0, head.Length), head, out var segment, out _);
        BrokenPromiseException.Unless(kind != PacketKind.Tcp || segment.Payload >= 0, "a segment has no less than no data");
        return TcpSegment.Read(head) is not null | kind == PacketKind.Tcp;
    }
}
