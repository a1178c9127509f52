using IwTune.Server.Hosting.Load;
using IwTune.Server.Storage;

namespace IwTune.Server.Hosting.Refusals;

/// <summary>
/// Gives what went wrong within a call the form of every other refusal. The caller learns what to do next, the log alone what happened:
/// paths, options and the database's own words are for the operator.
/// </summary>
/// <remarks>
/// Refusals without a body get theirs here and not from the framework's middleware, which would keep a table for each held check-in.
/// </remarks>
internal sealed partial class ApiFaults(TimeProvider clock, ILogger<ApiFaults> log)
{
    /// <summary>A whole fleet's calls fail with the store, for one reason.</summary>
    public const int LinesPerMinute = 30;

    private const int RetrySeconds = 30;
    private const string BodyReader = "HttpRequestPipeReader.AdvanceTo";
    private readonly LinePace _failures = new(clock, LinesPerMinute);

    public async Task GuardAsync(HttpContext context, RequestDelegate next)
    {
        try
        {
            await next(context);
        }
        catch (BadHttpRequestException bad) when (!context.Response.HasStarted)
        {
            if (Unreadable.Told(bad) is { } told && bad.StatusCode == StatusCodes.Status400BadRequest)
                await RefusalAnswer.Of(bad.StatusCode, "The request cannot be read.", told).ExecuteAsync(context);
            else
                context.Response.StatusCode = bad.StatusCode;
        }
        catch (OperationCanceledException) when (context.RequestAborted.IsCancellationRequested)
        {
            // The caller has gone: an answer is useless.
        }
        catch (StoreException unwritable) when (!context.Response.HasStarted)
        {
            LogFailure(unwritable, context.Request.Path);
            await RefusalAnswer
                .Later(
                    context,
                    StatusCodes.Status503ServiceUnavailable,
                    "The server's store is unavailable.",
                    RetrySeconds,
                    unwritable.ForCaller
                )
                .ExecuteAsync(context);
        }
        catch (StorageUnusableException unusable) when (!context.Response.HasStarted)
        {
            KeysFailed(unusable.Message, context.Request.Path);
            await RefusalAnswer
                .Later(
                    context,
                    StatusCodes.Status503ServiceUnavailable,
                    "The server's keys are unavailable.",
                    RetrySeconds,
                    "Repeat the call later; the server log has the cause."
                )
                .ExecuteAsync(context);
        }
        catch (Exception unread)
            when (unread.StackTrace?.Contains(BodyReader, StringComparison.Ordinal) == true && !context.Response.HasStarted)
        {
            // Over HTTP/2 a body beyond its limit can end so: the JSON reader gives back what the server has already thrown away, and that
            // hides the first exception.
            context.Response.StatusCode = StatusCodes.Status413PayloadTooLarge;
        }
        catch (Exception unexpected) when (!context.Response.HasStarted)
        {
            CallFailed(unexpected, context.Request.Path);
            await RefusalAnswer
                .Of(StatusCodes.Status500InternalServerError, "Internal server error.", "The server log has the cause.")
                .ExecuteAsync(context);
        }
        if (PlainRefusals.IsBare(context.Response))
            await PlainRefusals.WriteAsync(context);
    }

    private void LogFailure(StoreException why, PathString path)
    {
        if (_failures.Take() is not { } left)
            return;
        if (left > 0)
            LeftOut(left);
        StoreFailed(why, path);
    }

    [LoggerMessage(Level = LogLevel.Error, Message = "{Count} more calls that failed by the store are not in this log")]
    private partial void LeftOut(int count);

    [LoggerMessage(Level = LogLevel.Error, Message = "The store failed at {Path}")]
    private partial void StoreFailed(Exception why, PathString path);

    [LoggerMessage(Level = LogLevel.Error, Message = "The keys cannot be used at {Path}: {Why}")]
    private partial void KeysFailed(string why, PathString path);

    [LoggerMessage(Level = LogLevel.Error, Message = "The call {Path} failed")]
    private partial void CallFailed(Exception why, PathString path);
}
