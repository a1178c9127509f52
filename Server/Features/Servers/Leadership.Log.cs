namespace IwTune.Server.Features.Servers;

public sealed partial class Leadership
{
    [LoggerMessage(Level = LogLevel.Warning, Message = "This server leads now, in term {Term}")]
    private partial void Leads(long term);

    [LoggerMessage(Level = LogLevel.Warning, Message = "This server leads no more: {Why}")]
    private partial void Lost(string why);

    [LoggerMessage(Level = LogLevel.Warning, Message = "This server leads no more: {Why}")]
    private partial void Overtaken(string why);
}
