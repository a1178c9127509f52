using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Agents;
using Microsoft.AspNetCore.StaticFiles;
using Microsoft.Extensions.FileProviders;

namespace IwTune.Server.Features.Agents.Packages;

/// <summary>Serves the files of the packages to package managers: GET and HEAD, ranges, times; no listing.</summary>
internal static class PackageEndpoints
{
    // What reprepro keeps beside them is the signer's business.
    private static readonly string[] Private = ["conf", "db", "logs", "lists"];

    public static void MapPackages(this WebApplication app)
    {
        if (app.Services.GetRequiredService<ServerOptions>().Packages is not { } root)
            return;
        var files = new PhysicalFileProvider(Path.GetFullPath(root));
        app.MapMethods($"{PackagePaths.Root}/{{**path}}", [HttpMethods.Get, HttpMethods.Head], (string? path) => Answer(files, path))
            .AllowAnonymous()
            .ExcludeFromDescription()
            // A slow host may take longer for a package than a call may.
            .DisableRequestTimeout();
    }

    private static IResult Answer(PhysicalFileProvider files, string? path)
    {
        var parts = (path ?? "").Split('/');
        if (
            parts is not [PackageDirectory.Deb or PackageDirectory.Rpm or PackageDirectory.Msi, var second, ..]
            || Private.Contains(second, StringComparer.Ordinal)
            || Array.Exists(parts, part => part is "" or ['.', ..])
            // It finds nothing outside the root.
            || files.GetFileInfo(path!) is not { Exists: true, IsDirectory: false, PhysicalPath: { } file } found
        )
            return Results.NotFound();
        return Results.File(
            file,
            Types.TryGetContentType(file, out var type) ? type : "application/octet-stream",
            lastModified: found.LastModified,
            enableRangeProcessing: true
        );
    }

    private static FileExtensionContentTypeProvider Types { get; } =
        new(
            new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase)
            {
                [".deb"] = "application/vnd.debian.binary-package",
                [".rpm"] = "application/x-rpm",
                [".msi"] = "application/x-msi",
                [".xml"] = "text/xml; charset=utf-8",
                [".gz"] = "application/gzip",
            }
        );
}
