namespace Tmds.DBus.Protocol;

public readonly ref struct ArrayStart;

public ref struct MessageWriter
{
    public void WriteMethodCallHeader(
        string? destination = null,
        string? path = null,
        string? @interface = null,
        string? member = null,
        string? signature = null
    ) => throw new NotSupportedException();

    public void WriteByte(byte value) => throw new NotSupportedException();

    public void WriteUInt16(ushort value) => throw new NotSupportedException();

    public void WriteUInt32(uint value) => throw new NotSupportedException();

    public void WriteUInt64(ulong value) => throw new NotSupportedException();

    public void WriteString(string value) => throw new NotSupportedException();

    public void WriteObjectPath(string value) => throw new NotSupportedException();

    public void WriteSignature(string s) => throw new NotSupportedException();

    public void WriteArray(ReadOnlySpan<byte> value) => throw new NotSupportedException();

    public ArrayStart WriteArrayStart(DBusType elementType) => throw new NotSupportedException();

    public void WriteArrayEnd(ArrayStart start) => throw new NotSupportedException();

    public void WriteStructureStart() => throw new NotSupportedException();

    public void WriteDictionaryEntryStart() => throw new NotSupportedException();

    public MessageBuffer CreateMessage() => throw new NotSupportedException();

    public void Dispose() { }
}
