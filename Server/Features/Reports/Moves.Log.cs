namespace IwTune.Server.Features.Reports;

internal sealed partial class Moves
{
    [LoggerMessage(Level = LogLevel.Warning, Message = "Facts that hosts told did not take effect; that is tried again")]
    private partial void NotMoved(Exception failed);
}
