using System.Buffers.Text;
using System.Text;
using System.Text.Json;
using IwTune.Shared.Wire;

namespace IwTune.Benchmarks.Product.Fleet;

/// <summary>
/// Posts of report lines of one host: eight of ten lines evidence, one an event, one a state, as agents that measure send them.
/// </summary>
internal sealed class ReportBodies
{
    private const long Written = 111_111_111;
    private readonly byte[] body;
    private readonly int[] numbers;

    /// <param name="host">The host, or one with equal reports.</param>
    /// <param name="held">The content that it holds.</param>
    /// <param name="lines">Lines of each post.</param>
    public ReportBodies(SeededHost host, HeldBundle held, int lines)
    {
        var text = new MemoryStream();
        numbers = new int[lines];
        for (var i = 0; i < lines; i++)
        {
            var line = JsonSerializer.SerializeToUtf8Bytes(Line(host, held, i, Written), WireJson.Default.ReportLine);
            numbers[i] = (int)text.Length + line.AsSpan().IndexOf(Encoding.ASCII.GetBytes($"{Written}"));
            text.Write(line);
            text.WriteByte((byte)'\n');
        }
        body = text.ToArray();
    }

    /// <summary>A post whose first line has this number, of nine digits. It reuses one byte array.</summary>
    public byte[] From(long number)
    {
        foreach (var at in numbers)
            Utf8Formatter.TryFormat(number++, body.AsSpan(at, 9), out _);
        return body;
    }

    public static ReportLine Line(SeededHost host, HeldBundle held, int i, long number)
    {
        var at = DateTimeOffset.UnixEpoch.AddDays(20_000).AddSeconds(i);
        return (i % 10) switch
        {
            9 => new()
            {
                Number = number,
                At = at,
                State = host.State(held),
            },
            4 => new()
            {
                Number = number,
                At = at,
                Event = new(HostEventKind.Confirmed, held.Digest, "The bundle was applied, read back and confirmed."),
            },
            _ => new()
            {
                Number = number,
                At = at,
                Evidence = new()
                {
                    TargetId = "ipv4 main default via 192.0.2.1 dev eth0",
                    Method = EvidenceMethod.FreshConnection,
                    At = at,
                    Conclusive = true,
                    ConfiguredCwnd = 10,
                    InitialCwnd = 10,
                    EffectiveSegments = 10,
                    EffectiveBytes = 14_480,
                    Binding = BindingTerm.InitCwnd,
                    Mss = 1448,
                    RttMicroseconds = 20_000 + i,
                    PeerWindowBytes = 65_160,
                    Peer = "198.51.100.7:443",
                    BundleDigest = held.Digest,
                },
            },
        };
    }
}
