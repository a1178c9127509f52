namespace IwTune.Server.Storage;

/// <summary>The store cannot be used as it is: the server must not start, and the message says what to do.</summary>
public sealed class StorageUnusableException : Exception
{
    public StorageUnusableException(string message)
        : base(message) { }

    public StorageUnusableException(string message, Exception inner)
        : base(message, inner) { }
}
