using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux.Netlink;

/// <summary>Walks a run of netlink attributes (rtattr: length, type, payload, padding to four bytes) without copying.</summary>
internal readonly ref struct Attributes(ReadOnlySpan<byte> bytes)
{
    private readonly ReadOnlySpan<byte> _bytes = bytes;

    public Enumerator GetEnumerator() => new(_bytes);

    /// <summary>One attribute.</summary>
    internal readonly ref struct Attribute(ushort rawType, int offset, ReadOnlySpan<byte> payload)
    {
        /// <summary>NLA_F_NESTED and NLA_F_NET_BYTEORDER are not part of the type; some kernels set them, some do not.</summary>
        private const ushort TypeMask = 0x3fff;

        /// <summary>The type with its flag bits, as it must be copied.</summary>
        public ushort RawType { get; } = rawType;

        public ushort Type => (ushort)(RawType & TypeMask);

        public RouteAttribute Route => (RouteAttribute)Type;

        public RouteMetric Metric => (RouteMetric)Type;

        /// <summary>Where the payload starts in the walked bytes.</summary>
        public int Offset { get; } = offset;

        public ReadOnlySpan<byte> Payload { get; } = payload;

        /// <exception cref="NetlinkFormatException">The payload is shorter than four bytes.</exception>
        public uint UInt32 =>
            Payload.Length >= 4
                ? MemoryMarshal.Read<uint>(Payload)
                : throw new NetlinkFormatException($"attribute {Type} holds {Payload.Length} bytes instead of a 32-bit number");
    }

    internal ref struct Enumerator(ReadOnlySpan<byte> bytes)
    {
        private readonly ReadOnlySpan<byte> _bytes = bytes;
        private int _next;

        public Attribute Current { get; private set; }

        public bool MoveNext()
        {
            var rest = _next < _bytes.Length ? _bytes[_next..] : default;
            if (rest.Length < NetlinkWriter.AttributeHeader)
                return false;
            int length = ReadNative(rest);
            if (length < NetlinkWriter.AttributeHeader || length > rest.Length)
                throw new NetlinkFormatException($"an attribute claims {length} bytes, but {rest.Length} are left");
            Current = new Attribute(
                ReadNative(rest[2..]),
                _next + NetlinkWriter.AttributeHeader,
                rest[NetlinkWriter.AttributeHeader..length]
            );
            _next += NetlinkWriter.Align(length);
            return true;
        }

        private static ushort ReadNative(ReadOnlySpan<byte> bytes) =>
            BitConverter.IsLittleEndian ? BinaryPrimitives.ReadUInt16LittleEndian(bytes) : BinaryPrimitives.ReadUInt16BigEndian(bytes);
    }
}
