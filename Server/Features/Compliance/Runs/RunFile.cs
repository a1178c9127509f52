using IwTune.Server.Storage;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Compliance.Runs;

/// <summary>The file of a run as an answer, of a known length, a part at a time.</summary>
internal static class RunFile
{
    /// <summary>The path of a file's time stamp, which stands beside it.</summary>
    public static string StampOf(string file) => file + ".tst";

    /// <summary>The path of a file's attestations, which stand beside it.</summary>
    public static string AttestationsOf(string file) => Path.ChangeExtension(file, ".attestations.jsonl");

    public static PushStreamHttpResult Send(HttpContext context, Database database, RunRow run)
    {
        context.Response.ContentLength = run.Bytes;
        return TypedResults.Stream(
            to => RunContent.CopyAsync(database, run.Id, run.Bytes!.Value, to, context.RequestAborted),
            "application/zip",
            run.FileName
        );
    }
}
