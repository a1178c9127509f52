using IwTune.Server.Hosting.Load;

namespace IwTune.Server.Features.CheckIns;

/// <summary>
/// An answer with a bundle. Their number is limited: after a publication a whole fleet gets one, and other calls must get through.
/// </summary>
/// <param name="envelope">The signed bytes, of this host alone.</param>
/// <param name="admission">Has the budget of bundles.</param>
internal sealed class BundleAnswer(byte[] envelope, Admission admission) : IResult
{
    public async Task ExecuteAsync(HttpContext httpContext)
    {
        if (!await admission.Bundles.EnterAsync(httpContext.RequestAborted))
        {
            await Admission.Refuse(admission.Bundles, httpContext).ExecuteAsync(httpContext);
            return;
        }
        try
        {
            httpContext.Response.ContentType = "application/json";
            httpContext.Response.ContentLength = envelope.Length;
            await httpContext.Response.BodyWriter.WriteAsync(envelope, httpContext.RequestAborted);
        }
        finally
        {
            admission.Bundles.Leave();
        }
    }
}
