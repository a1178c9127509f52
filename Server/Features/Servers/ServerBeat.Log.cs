namespace IwTune.Server.Features.Servers;

internal sealed partial class ServerBeat
{
    [LoggerMessage(Level = LogLevel.Warning, Message = "This server cannot say in the store that it is there")]
    private partial void NotSaid(Exception why);
}
