using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;

namespace IwTune.Agent.Engine.Captures;

/// <summary>One end of a connection in a capture, small enough to keep many.</summary>
/// <param name="Bits">The address as a number.</param>
/// <param name="V6">IPv6.</param>
/// <param name="Port">TCP port.</param>
internal readonly record struct CaptureEndpoint(UInt128 Bits, bool V6, ushort Port)
{
    /// <summary>The address.</summary>
    public IPAddress Address
    {
        get
        {
            Span<byte> raw = stackalloc byte[16];
            BinaryPrimitives.WriteUInt128BigEndian(raw, Bits);
            return new IPAddress(V6 ? raw : raw[12..]);
        }
    }

    /// <summary>Reads the bits of an address.</summary>
    public static UInt128 BitsOf(IPAddress address)
    {
        Span<byte> raw = stackalloc byte[16];
        raw.Clear();
        address.TryWriteBytes(address.AddressFamily == AddressFamily.InterNetwork ? raw[12..] : raw, out _);
        return BinaryPrimitives.ReadUInt128BigEndian(raw);
    }

    /// <summary>An order, so that both directions of a connection have one key.</summary>
    public bool IsBefore(CaptureEndpoint other) =>
        Bits != other.Bits ? Bits < other.Bits
        : Port != other.Port ? Port < other.Port
        : !V6 && other.V6;

    /// <inheritdoc/>
    public override string ToString() => new IPEndPoint(Address, Port).ToString();
}
