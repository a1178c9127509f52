using IwTune.Server.Storage;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Compliance.Runs;

/// <summary>The file of a run as an answer, of a known length, a part at a time.</summary>
internal static class RunFile
{
    public static PushStreamHttpResult Send(HttpContext context, Database database, RunRow run)
    {
        context.Response.ContentLength = run.Bytes;
        return TypedResults.Stream(
            to => RunContent.CopyAsync(database, run.Id, to, context.RequestAborted),
            "application/zip",
            run.FileName
        );
    }
}
