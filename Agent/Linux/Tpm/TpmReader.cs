using System.Buffers.Binary;

namespace IwTune.Agent.Linux.Tpm;

/// <summary>Reads what a TPM marshalled: big-endian numbers, and byte strings with their length before them (Part 2, TPM2B).</summary>
internal sealed class TpmReader(ReadOnlyMemory<byte> bytes)
{
    private ReadOnlyMemory<byte> _left = bytes;

    public ushort Short() => BinaryPrimitives.ReadUInt16BigEndian(Take(2));

    public uint Long() => BinaryPrimitives.ReadUInt32BigEndian(Take(4));

    public byte[] Sized() => Take(Short()).ToArray();

    public void Skip(int length) => Take(length);

    private ReadOnlySpan<byte> Take(int length)
    {
        if (length > _left.Length)
            throw new TpmException("The TPM's response ends too early.");
        var taken = _left[..length];
        _left = _left[length..];
        return taken.Span;
    }
}
