using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux.Bpf;

/// <summary>
/// A destination as the program's map keys it: struct bpf_lpm_trie_key over the family's number and the address, so that ::/0 does not
/// cover IPv4.
/// </summary>
/// <param name="IsV6">The family.</param>
/// <param name="Bits">The address, its first bit the highest; what lies beyond the length is zero.</param>
/// <param name="Length">Bits of the address that count.</param>
internal readonly record struct Prefix(bool IsV6, UInt128 Bits, int Length)
{
    /// <summary>The length, the family's number, and room for the longer address.</summary>
    public const int KeyLength = 8 + AddressLength;

    public const int Inet = 2;
    public const int Inet6 = 10;

    /// <summary>The bits of the family's number come before those of the address.</summary>
    public const int FamilyBits = 32;

    private const int AddressLength = 16;

    public static Prefix Of(IPNetwork network)
    {
        Span<byte> address = stackalloc byte[AddressLength];
        network.BaseAddress.TryWriteBytes(address, out _);
        return new(
            network.BaseAddress.AddressFamily == AddressFamily.InterNetworkV6,
            BinaryPrimitives.ReadUInt128BigEndian(address),
            network.PrefixLength
        );
    }

    /// <summary>The shorter prefix of this length that it lies in.</summary>
    public Prefix Within(int length) => this with { Bits = length == 0 ? 0 : Bits & (UInt128.MaxValue << (128 - length)), Length = length };

    public void WriteKey(Span<byte> key)
    {
        MemoryMarshal.Write(key, FamilyBits + Length);
        MemoryMarshal.Write(key[4..], IsV6 ? Inet6 : Inet);
        BinaryPrimitives.WriteUInt128BigEndian(key[8..], Bits);
    }

    public static Prefix ReadKey(ReadOnlySpan<byte> key) =>
        new(
            MemoryMarshal.Read<int>(key[4..]) == Inet6,
            BinaryPrimitives.ReadUInt128BigEndian(key[8..]),
            MemoryMarshal.Read<int>(key) - FamilyBits
        );
}
