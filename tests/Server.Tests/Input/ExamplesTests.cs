using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Input;

/// <summary>The examples of docs/api.md, run unchanged, one after the other.</summary>
public sealed partial class ExamplesTests
{
    [Fact]
    public async Task Every_example_of_the_documentation_does_what_it_says()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw10, assign: "*");
        await api.PublishAsync(Api.Iw3.Replace("edge", "core", StringComparison.Ordinal));
        // Less than half of the fleet can be held without a number to confirm.
        for (var i = 1; i < 9; i++)
            await server.EnrolAsync($"web-{i}", "", ("site", i < 4 ? "fra" : "ams"));
        var directory = Directory.CreateTempSubdirectory("iwtune-examples-").FullName;
        try
        {
            var said = await RunAsync(
                directory,
                Script().Replace("SERVER:7443", server.Url.Authority, StringComparison.Ordinal),
                await server.TokenAsync(TokenKind.Api)
            );

            Assert.Contains(
                server.Get<IwTune.Server.Features.Keys.HeldKeys>().Authority.Pin.Split(':')[^1],
                said,
                StringComparison.OrdinalIgnoreCase
            );
            Assert.Contains("\"matched\":3", said, StringComparison.Ordinal);
            Assert.Contains("urn:iwtune:problem:changed-since", said, StringComparison.Ordinal);
            Assert.Contains("it was changed meanwhile", said, StringComparison.Ordinal);
            Assert.Contains("\"name\":\"core\"", said, StringComparison.Ordinal);
            Assert.Contains("\"name\":\"edge\"", said, StringComparison.Ordinal);
            Assert.Equal("ams", (await api.GetAsync(FleetPaths.HostLabels("web-1"), AdministrationJson.Default.HostLabels)).Labels["site"]);
        }
        finally
        {
            Directory.Delete(directory, recursive: true);
        }
    }

    private static async Task<string> RunAsync(string directory, string script, string token)
    {
        var start = new ProcessStartInfo("bash", ["-euo", "pipefail", "-c", script])
        {
            WorkingDirectory = directory,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            Environment = { ["TOKEN"] = token },
        };
        using var process = Process.Start(start)!;
        var (said, error) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
        await process.WaitForExitAsync();
        Assert.True(process.ExitCode == 0, $"exit {process.ExitCode}: {await error}{await said}");
        return await said;
    }

    private static string Script([CallerFilePath] string here = "") =>
        string.Join(
            '\n',
            Example()
                .Matches(File.ReadAllText(Path.Combine(Path.GetDirectoryName(here)!, "..", "..", "..", "docs", "api.md")))
                .Select(block => block.Groups[1].Value)
        );

    [GeneratedRegex("^```bash\n(.*?)^```", RegexOptions.Singleline | RegexOptions.Multiline, matchTimeoutMilliseconds: 5000)]
    private static partial Regex Example();
}
