using System.Buffers.Binary;
using System.Text;

namespace IwTune.Agent.Linux.SystemBus.Wire;

/// <summary>Writes values in the form of messages (D-Bus Specification, "Marshaling").</summary>
/// <param name="bigEndian">The byte order.</param>
internal sealed class BusWriter(bool bigEndian)
{
    private byte[] _bytes = new byte[256];
    private int _length;

    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, _length);

    public BusWriter Align(int alignment)
    {
        var padding = (-_length) & (alignment - 1);
        Reserve(padding).Clear();
        return this;
    }

    public BusWriter Raw(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(Reserve(bytes.Length));
        return this;
    }

    public BusWriter Write(BusValue value)
    {
        Align(BusSignature.Alignment(value.Signature[0]));
        switch (value)
        {
            case BusValue.Fixed number:
                Put(Reserve(BusSignature.Width(number.Type)), number.Bits);
                break;
            case BusValue.Text text:
                WriteText(text);
                break;
            case BusValue.Bytes bytes:
                Write(BusValue.Of((uint)bytes.Value.Length)).Raw(bytes.Value.Span);
                break;
            case BusValue.Array array:
                WriteArray(array);
                break;
            case BusValue.Struct of:
                foreach (var field in of.Fields)
                    Write(field);
                break;
            case BusValue.Entry entry:
                Write(entry.Key).Write(entry.Value);
                break;
            case BusValue.Variant variant:
                Write(new BusValue.Text('g', variant.Value.Signature)).Write(variant.Value);
                break;
        }
        return this;
    }

    private void WriteText(BusValue.Text text)
    {
        var bytes = Encoding.UTF8.GetBytes(text.Value);
        Write(text.Type == 'g' ? new BusValue.Fixed('y', (byte)bytes.Length) : BusValue.Of((uint)bytes.Length)).Raw(bytes).Raw([0]);
    }

    /// <summary>The length before an array does not include the padding before its first item.</summary>
    private void WriteArray(BusValue.Array array)
    {
        Write(BusValue.Of(0u));
        var lengthAt = _length - sizeof(uint);
        Align(BusSignature.Alignment(array.ItemType[0]));
        var start = _length;
        foreach (var item in array.Items)
            Write(item);
        Put(_bytes.AsSpan(lengthAt, sizeof(uint)), (uint)(_length - start));
    }

    private void Put(Span<byte> to, ulong bits)
    {
        Span<byte> eight = stackalloc byte[sizeof(ulong)];
        if (bigEndian)
        {
            BinaryPrimitives.WriteUInt64BigEndian(eight, bits);
            eight[^to.Length..].CopyTo(to);
        }
        else
        {
            BinaryPrimitives.WriteUInt64LittleEndian(eight, bits);
            eight[..to.Length].CopyTo(to);
        }
    }

    private Span<byte> Reserve(int length)
    {
        if (_bytes.Length - _length < length)
            Array.Resize(ref _bytes, Math.Max(_bytes.Length * 2, _length + length));
        _length += length;
        return _bytes.AsSpan(_length - length, length);
    }
}
