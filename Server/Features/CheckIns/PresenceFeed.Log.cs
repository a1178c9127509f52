namespace IwTune.Server.Features.CheckIns;

internal sealed partial class PresenceFeed
{
    [LoggerMessage(Level = LogLevel.Error, Message = "Other servers cannot be told whom this one heard of; it is told again")]
    private partial void NotTold(Exception why);
}
