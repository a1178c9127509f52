using IwTune.Server.Storage;
using Microsoft.Data.Sqlite;

namespace IwTune.Server.Hosting;

/// <summary>Gives what went wrong within a call the form of every other refusal. The caller learns what to do next, the log what happened.</summary>
internal sealed partial class ApiFaults(ILogger<ApiFaults> log)
{
    private const int RetrySeconds = 30;

    public async Task GuardAsync(HttpContext context, RequestDelegate next)
    {
        try
        {
            await next(context);
        }
        catch (BadHttpRequestException bad) when (!context.Response.HasStarted)
        {
            context.Response.StatusCode = bad.StatusCode;
        }
        catch (OperationCanceledException) when (context.RequestAborted.IsCancellationRequested)
        {
            // The caller left; nobody reads an answer.
        }
        catch (SqliteException unwritable) when (!context.Response.HasStarted)
        {
            StoreFailed(unwritable, context.Request.Path);
            await Refusal.Later(context, StatusCodes.Status503ServiceUnavailable, "The server's store cannot be used now.", RetrySeconds, StoreFault.WayOut(unwritable)).ExecuteAsync(context);
        }
        catch (Exception unexpected) when (!context.Response.HasStarted)
        {
            CallFailed(unexpected, context.Request.Path);
            await Refusal.Of(StatusCodes.Status500InternalServerError, "The server failed at this call.", "Its log says why.").ExecuteAsync(context);
        }
    }
}
