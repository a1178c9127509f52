namespace IwTune.Agent.Engine.Captures;

/// <summary>The packets of a pcapng file (draft-ietf-opsawg-pcapng), from its first block on.</summary>
internal sealed class PcapngReader(CaptureBytes bytes)
{
    public const uint SectionHeader = 0x0A0D0D0A,
        InterfaceDescription = 1,
        EnhancedPacket = 6;
    private const uint OldPacket = 2,
        SimplePacket = 3;
    private const uint Magic = 0x1A2B3C4D;
    private const int MostInterfaces = 65_536;

    /// <summary>Options beyond it are not read: those that matter are a few bytes.</summary>
    private const int MostDescription = 16 << 10;

    private readonly byte[] _head = new byte[CapturedFrame.MostHead];
    private readonly List<PcapngInterface> _interfaces = [];
    private bool _little;

    /// <inheritdoc cref="PcapReader.EndsEarly"/>
    public string EndsEarly { get; private set; } = "";

    /// <summary>The name of an interface in the present section; empty where it has none.</summary>
    public string NameOf(int number) => _interfaces[number].Name;

    /// <inheritdoc cref="PcapReader.Next"/>
    public bool Next(out CapturedFrame frame, out ReadOnlySpan<byte> head)
    {
        frame = default;
        head = default;
        while (EndsEarly.Length == 0 && !bytes.AtEnd)
        {
            var start = bytes.Offset;
            if (Block(start, ref frame, out var captured) && captured >= 0)
            {
                head = _head.AsSpan(0, captured);
                return true;
            }
        }
        return false;
    }

    // How much of a packet is in the head; -1 for another block.
    private bool Block(long start, ref CapturedFrame frame, out int captured)
    {
        captured = -1;
        if (!bytes.Take(8, out var header))
            return Cut(start);
        var (type, length) = (Number(header), Number(header[4..]));
        var read = 8;
        if (type == SectionHeader)
        {
            Span<byte> written = [header[4], header[5], header[6], header[7]];
            if (!bytes.Take(4, out var order))
                return Cut(start);
            read += 4;
            if (PcapngInterface.Number(order, little: true) == Magic)
                _little = true;
            else if (PcapngInterface.Number(order, little: false) == Magic)
                _little = false;
            else
                return Ends($"The section at byte {start:#,0} has no byte order.");
            length = PcapngInterface.Number(written, _little);
            _interfaces.Clear();
        }
        if (length < read + 4 || length % 4 != 0)
            return Ends($"The block at byte {start:#,0} has the impossible length {length:#,0}.");
        var body = length - read - 4L;
        if (type == InterfaceDescription && !Describe(start, ref body))
            return false;
        if (type is EnhancedPacket or OldPacket or SimplePacket && !Packet(start, type, ref body, ref frame, out captured))
            return false;
        if (!bytes.Skip(body) || !bytes.Take(4, out var trailer))
            return Cut(start);
        return Number(trailer) == length || Ends($"The two lengths of the block at byte {start:#,0} differ.");
    }

    private bool Describe(long start, ref long body)
    {
        if (body < 8)
            return Ends($"The interface at byte {start:#,0} is too short.");
        if (_interfaces.Count == MostInterfaces)
            return Ends($"At byte {start:#,0} are more than {MostInterfaces:#,0} interfaces.");
        var wanted = (int)Math.Min(body, MostDescription);
        if (!bytes.Take(wanted, out var description))
            return Cut(start);
        body -= wanted;
        if (PcapngInterface.Read(description, _little) is not { } found)
            return Ends($"The interface at byte {start:#,0} has a time resolution that is not usable.");
        _interfaces.Add(found);
        return true;
    }

    private bool Packet(long start, uint type, ref long body, ref CapturedFrame frame, out int captured)
    {
        captured = -1;
        var fixedPart = type == SimplePacket ? 4 : 20;
        if (body < fixedPart)
            return Ends($"The packet at byte {start:#,0} is too short.");
        if (!bytes.Take(fixedPart, out var header))
            return Cut(start);
        body -= fixedPart;
        var number =
            type == EnhancedPacket ? Number(header)
            : type == OldPacket ? PcapngInterface.Short(header, _little)
            : 0u;
        if (number >= _interfaces.Count)
            return Ends($"The packet at byte {start:#,0} names interface {number:#,0}, which is not described.");
        var of = _interfaces[(int)number];
        long? at = null;
        var length = Number(header);
        var held = Math.Min(length, of.SnapLength == 0 ? uint.MaxValue : of.SnapLength);
        if (type != SimplePacket)
        {
            at = of.At(((ulong)Number(header[4..]) << 32) | Number(header[8..]));
            (held, length) = (Number(header[12..]), Number(header[16..]));
        }
        if (held > body)
            return Ends($"The packet at byte {start:#,0} claims {held:#,0} captured bytes, its block has {body:#,0}.");
        var wanted = (int)Math.Min(held, CapturedFrame.MostHead);
        if (!bytes.Take(wanted, out var taken))
            return Cut(start);
        taken.CopyTo(_head);
        body -= wanted;
        captured = wanted;
        frame = new CapturedFrame(at, of.Link, (int)number, length);
        return true;
    }

    private uint Number(ReadOnlySpan<byte> at) => PcapngInterface.Number(at, _little);

    private bool Cut(long start) => Ends($"The file ends in the middle of a block, at byte {start:#,0}.");

    private bool Ends(string why)
    {
        EndsEarly = why;
        return false;
    }
}
