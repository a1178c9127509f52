namespace IwTune.Server.Hosting;

internal sealed partial class ApiFaults
{
    [LoggerMessage(Level = LogLevel.Error, Message = "The store failed at {Path}")]
    private partial void StoreFailed(Exception why, PathString path);

    [LoggerMessage(Level = LogLevel.Error, Message = "The keys cannot be used at {Path}: {Why}")]
    private partial void KeysFailed(string why, PathString path);

    [LoggerMessage(Level = LogLevel.Error, Message = "The call {Path} failed")]
    private partial void CallFailed(Exception why, PathString path);
}
