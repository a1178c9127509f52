namespace IwTune.Server.Features.Holds;

public sealed partial class HoldLapse
{
    [LoggerMessage(
        Level = LogLevel.Error,
        Message = "Holds whose time is over cannot be ended in the store; they last until it can be written"
    )]
    private partial void NotEnded(Exception why);
}
