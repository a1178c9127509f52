namespace IwTune.Server.Features.Compliance;

internal sealed partial class VerdictSweep
{
    [LoggerMessage(Level = LogLevel.Error, Message = "Verdicts cannot be written to the store; the hosts stay due")]
    private partial void NotJudged(Exception why);
}
