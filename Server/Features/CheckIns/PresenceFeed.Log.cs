namespace IwTune.Server.Features.CheckIns;

internal sealed partial class PresenceFeed
{
    [LoggerMessage(Level = LogLevel.Error, Message = "Other servers cannot be notified of hosts seen here; trying again")]
    private partial void NotTold(Exception why);
}
