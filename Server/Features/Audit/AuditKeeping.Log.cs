namespace IwTune.Server.Features.Audit;

internal sealed partial class AuditKeeping
{
    [LoggerMessage(Level = LogLevel.Error, Message = "Audit {What}: {Problem}")]
    private partial void NotKept(string what, string problem);
}
