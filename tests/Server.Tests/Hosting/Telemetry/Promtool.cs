using System.Diagnostics;

namespace IwTune.Server.Tests.Hosting.Telemetry;

/// <summary>Prometheus' own checker of metrics and rules.</summary>
internal static class Promtool
{
    public static async Task AcceptsAsync(string? input, params string[] arguments)
    {
        using var process = Process.Start(
            new ProcessStartInfo("promtool", arguments)
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            }
        )!;
        await process.StandardInput.WriteAsync(input);
        process.StandardInput.Close();
        var said = await process.StandardOutput.ReadToEndAsync() + await process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync();
        Assert.True(
            process.ExitCode == 0 && !said.Contains("should", StringComparison.Ordinal),
            $"promtool {string.Join(' ', arguments)}: {process.ExitCode}\n{said}"
        );
    }
}
