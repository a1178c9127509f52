namespace IwTune.Server.Features.CheckIns;

public sealed partial class PresenceWriter
{
    [LoggerMessage(Level = LogLevel.Error, Message = "Check-ins cannot be written to the store; they are kept in memory and tried again")]
    private partial void NotWritten(Exception why);
}
