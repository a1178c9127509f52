namespace IwTune.Server.Features.Retention;

public sealed partial class RetentionSweep
{
    [LoggerMessage(Level = LogLevel.Error, Message = "What is older than its period cannot be deleted now; the next round tries again")]
    private partial void NotDeleted(Exception why);
}
