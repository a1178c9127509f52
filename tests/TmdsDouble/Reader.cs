namespace Tmds.DBus.Protocol;

public readonly ref struct ArrayEnd;

public ref struct Reader
{
    public byte ReadByte() => throw new NotSupportedException();

    public ushort ReadUInt16() => throw new NotSupportedException();

    public uint ReadUInt32() => throw new NotSupportedException();

    public ulong ReadUInt64() => throw new NotSupportedException();

    public string ReadString() => throw new NotSupportedException();

    public string ReadSignatureAsString() => throw new NotSupportedException();

    public byte[] ReadArrayOfByte() => throw new NotSupportedException();

    public ArrayEnd ReadArrayStart(DBusType elementType) => throw new NotSupportedException();

    public bool HasNext(ArrayEnd iterator) => throw new NotSupportedException();

    public void AlignStruct() => throw new NotSupportedException();
}
