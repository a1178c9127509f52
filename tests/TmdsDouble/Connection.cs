namespace Tmds.DBus.Protocol;

public delegate T MessageValueReader<T>(Message message, object? state);

public sealed class DBusConnection(string address) : IDisposable
{
    public string Address { get; } = address;

    public ValueTask ConnectAsync() => throw new NotSupportedException();

    public Task<Exception?> DisconnectedAsync() => throw new NotSupportedException();

    public MessageWriter GetMessageWriter() => throw new NotSupportedException();

    public Task<T> CallMethodAsync<T>(MessageBuffer message, MessageValueReader<T> reader, object? readerState = null) =>
        throw new NotSupportedException();

    public ValueTask<IDisposable> AddMatchAsync<T>(
        MatchRule rule,
        MessageValueReader<T> reader,
        Action<Notification<T>> handler,
        bool emitOnCapturedContext = true,
        ObserverFlags flags = ObserverFlags.None,
        object? state = null
    ) => throw new NotSupportedException();

    public void Dispose() { }
}

public sealed class MatchRule
{
    public MessageType? Type { get; set; }
}

public readonly struct Notification<T>
{
    public bool IsCompletion => throw new NotSupportedException();

    public T Value => throw new NotSupportedException();
}

[Flags]
public enum ObserverFlags
{
    None = 0,
    EmitOnConnectionClosed = 1,
    EmitOnObserverDispose = 2,
    NoSubscribe = 4,
    EmitOnOwnerChanged = 8,
    EmitOnConnectionFailed = 16,
    EmitOnReaderFailed = 32,
    EmitAll = EmitOnConnectionClosed | EmitOnObserverDispose | EmitOnOwnerChanged | EmitOnConnectionFailed | EmitOnReaderFailed,
}

public class DBusExceptionBase(string message) : Exception(message);

public sealed class DBusErrorReplyException(string errorName, string errorMessage) : DBusExceptionBase(errorMessage)
{
    public string ErrorName { get; } = errorName;

    public string ErrorMessage { get; } = errorMessage;
}
