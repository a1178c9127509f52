namespace Tmds.DBus.Protocol;

public enum MessageType : byte
{
    MethodCall = 1,
    MethodReturn = 2,
    Error = 3,
    Signal = 4,
}

public enum DBusType : byte
{
    Invalid = 0,
}

public sealed class MessageBuffer : IDisposable
{
    public void Dispose() { }
}

public sealed class Message
{
    public string? SenderAsString => throw new NotSupportedException();

    public string? PathAsString => throw new NotSupportedException();

    public string? InterfaceAsString => throw new NotSupportedException();

    public string? MemberAsString => throw new NotSupportedException();

    public ReadOnlySpan<byte> Signature => throw new NotSupportedException();

    public Reader GetBodyReader() => throw new NotSupportedException();
}
