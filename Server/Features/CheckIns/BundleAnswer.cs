using System.Buffers;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Hosting.Load;
using Microsoft.Extensions.ObjectPool;

namespace IwTune.Server.Features.CheckIns;

/// <summary>
/// An answer with a bundle. Their number is limited: after a publication a whole fleet gets one, and other calls must get through.
/// </summary>
/// <param name="order">The bundle, of this host alone.</param>
/// <param name="signer">Signs it when its turn comes.</param>
/// <param name="admission">Has the budget of bundles.</param>
internal sealed class BundleAnswer(BundleOrder order, BundleSigner signer, Admission admission) : IResult
{
    private static readonly ObjectPool<BundleSheet> Sheets = new DefaultObjectPoolProvider().Create<BundleSheet>();

    public async Task ExecuteAsync(HttpContext httpContext)
    {
        if (!await admission.Bundles.EnterAsync(httpContext.RequestAborted))
        {
            await Admission.Refuse(admission.Bundles, httpContext).ExecuteAsync(httpContext);
            return;
        }
        try
        {
            Write(httpContext.Response);
            await httpContext.Response.BodyWriter.FlushAsync(httpContext.RequestAborted);
        }
        finally
        {
            admission.Bundles.Leave();
        }
    }

    private void Write(HttpResponse to)
    {
        var sheet = Sheets.Get();
        try
        {
            signer.Write(order, sheet);
            to.ContentType = "application/json";
            to.ContentLength = sheet.Envelope.WrittenCount;
            to.BodyWriter.Write(sheet.Envelope.WrittenSpan);
        }
        finally
        {
            Sheets.Return(sheet);
        }
    }
}
