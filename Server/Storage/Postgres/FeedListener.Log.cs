namespace IwTune.Server.Storage.Postgres;

internal sealed partial class FeedListener
{
    [LoggerMessage(
        Level = LogLevel.Warning,
        Message = "What other servers write is not heard any more: {Why} Requests wait until the connection is back and everything was "
            + "read again"
    )]
    private partial void Lost(string why);

    [LoggerMessage(Level = LogLevel.Warning, Message = "What other servers write is heard again; everything kept in memory was read again")]
    private partial void Found();
}
