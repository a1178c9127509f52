namespace IwTune.Agent.Linux.SystemBus;

/// <summary>Bytes or text that are not D-Bus. Nothing more from this sender can be understood: close the connection.</summary>
internal sealed class BusFormatException : Exception
{
    public BusFormatException() { }

    public BusFormatException(string message)
        : base(message) { }

    public BusFormatException(string message, Exception inner)
        : base(message, inner) { }
}
