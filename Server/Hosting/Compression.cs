using System.IO.Compression;
using Microsoft.AspNetCore.ResponseCompression;

namespace IwTune.Server.Hosting;

/// <summary>
/// Compresses the console's pages and files. The API's answers stay as they are: their strong tags name the bytes (RFC 9110 §8.8.3).
/// </summary>
internal static class Compression
{
    public static void AddPageCompression(this IServiceCollection services) =>
        services
            .AddResponseCompression(options =>
            {
                // No page has a secret that stays the same from one answer to the next, which is what the length of compressed answers
                // could give away (CVE-2013-3587): the token of a form is encrypted anew for each page.
                options.EnableForHttps = true;
                options.MimeTypes = ["text/html", "text/css", "text/javascript", "text/csv", "image/svg+xml", "application/json"];
            })
            .Configure<BrotliCompressionProviderOptions>(options => options.Level = CompressionLevel.Fastest)
            .Configure<GzipCompressionProviderOptions>(options => options.Level = CompressionLevel.Fastest);

    public static void UsePageCompression(this WebApplication app) =>
        app.UseWhen(context => !context.IsApi(), pages => pages.UseResponseCompression());
}
