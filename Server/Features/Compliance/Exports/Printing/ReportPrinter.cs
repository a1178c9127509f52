using System.ComponentModel;
using System.Diagnostics;
using IwTune.Server.Hosting;
using IwTune.Shared.Compliance.Exports.Formats;
using IwTune.Shared.Compliance.Exports.Formats.Report;

namespace IwTune.Server.Features.Compliance.Exports.Printing;

/// <summary>Prints reports as PDF with the machine's Chromium, one at a time: each takes a few hundred megabytes while it lasts.</summary>
internal sealed class ReportPrinter(ServerOptions options, DataDirectory directory, TimeProvider clock) : IDisposable
{
    /// <summary>What to do without one.</summary>
    public const string Missing =
        "pdf needs Chromium on the server, and none was found. On Debian: apt-get install chromium-headless-shell; elsewhere name the "
        + "program with iwtune-server run --chromium. The format html has the same report, which any browser prints.";

    private const int MostSaid = 300;

    private static readonly string[] Names = OperatingSystem.IsWindows()
        ? ["chrome.exe", "msedge.exe"]
        : ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "microsoft-edge"];

    private readonly SemaphoreSlim _one = new(1, 1);

    /// <summary>The program; <see langword="null"/> when there is none.</summary>
    private string? Program =>
        options.Chromium.Length > 0 ? options.Chromium : Names.Select(OnPath).FirstOrDefault(path => path is not null);

    /// <summary>Why these formats cannot be made here; <see langword="null"/> when they can.</summary>
    public string? Lacking(IReadOnlyList<ExportFormat> formats) =>
        formats.Any(format => format.Part == PdfPart.Part) && Program is null ? Missing : null;

    /// <param name="write">Writes the report's HTML.</param>
    /// <param name="to">Takes the PDF.</param>
    /// <param name="ct">Ends the program.</param>
    /// <exception cref="NotPrintedException">The program is missing, failed, or did not end in time.</exception>
    public async Task PrintAsync(Func<Stream, Task> write, Stream to, CancellationToken ct)
    {
        await _one.WaitAsync(ct);
        // Its profile is in it too, so that nothing stays of a program that was ended.
        var folder = Directory.CreateDirectory(directory.File($"print-{clock.NewId()}"));
        try
        {
            var (html, pdf) = (Path.Combine(folder.FullName, "report.html"), Path.Combine(folder.FullName, "report.pdf"));
            await using (var file = File.Create(html))
                await write(file);
            await RunAsync(Program ?? throw new NotPrintedException(Missing), folder.FullName, html, pdf, ct);
            await using var printed = File.OpenRead(pdf);
            await printed.CopyToAsync(to, ct);
        }
        finally
        {
            _one.Release();
            folder.Delete(recursive: true);
        }
    }

    public void Dispose() => _one.Dispose();

    private async Task RunAsync(string program, string folder, string html, string pdf, CancellationToken ct)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        limit.CancelAfter(options.PrintLimit);
        using var process = Start(program, folder, html, pdf);
        try
        {
            var (output, error) = (process.StandardOutput.ReadToEndAsync(limit.Token), process.StandardError.ReadToEndAsync(limit.Token));
            await process.WaitForExitAsync(limit.Token);
            await output;
            var said = (await error).Trim();
            if (process.ExitCode != 0 || !File.Exists(pdf) || new FileInfo(pdf).Length == 0)
                throw new NotPrintedException(
                    $"{program} ended with {process.ExitCode} and made no PDF: "
                        + $"{(said.Length > 0 ? said[..Math.Min(said.Length, MostSaid)] : "it gave no reason")}."
                );
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            throw new NotPrintedException(
                $"{program} did not print the report within {options.PrintLimit.TotalSeconds:0} s and was ended."
            );
        }
        finally
        {
            if (!process.HasExited)
            {
                process.Kill(entireProcessTree: true);
                await process.WaitForExitAsync(CancellationToken.None);
            }
        }
    }

    private static Process Start(string program, string folder, string html, string pdf)
    {
        var start = new ProcessStartInfo(program)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        // The report has no scripts and loads nothing. Chromium's own sandbox, and the process that it forks others from, need rights that
        // the server's unit does not give (RestrictNamespaces=, CapabilityBoundingSet=).
        foreach (
            var argument in (string[])
                [
                    "--headless",
                    "--no-sandbox",
                    "--no-zygote",
                    "--disable-gpu",
                    "--disable-dev-shm-usage",
                    "--no-first-run",
                    "--no-pdf-header-footer",
                    "--export-tagged-pdf",
                    "--generate-pdf-document-outline",
                    $"--user-data-dir={Path.Combine(folder, "profile")}",
                    $"--print-to-pdf={pdf}",
                    new Uri(html).AbsoluteUri,
                ]
        )
            start.ArgumentList.Add(argument);
        start.Environment["HOME"] = folder;
        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception denied)
        {
            throw new NotPrintedException($"{program} cannot be started: {denied.Message}.", denied);
        }
    }

    private static string? OnPath(string name) =>
        (Environment.GetEnvironmentVariable("PATH") ?? "")
            .Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
            .Select(folder => Path.Combine(folder, name))
            .FirstOrDefault(File.Exists);
}
