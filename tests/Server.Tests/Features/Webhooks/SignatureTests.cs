using System.Diagnostics;
using System.Text;
using IwTune.Server.Features.Webhooks;
using IwTune.Server.Features.Webhooks.Delivery;

namespace IwTune.Server.Tests.Features.Webhooks;

/// <summary>The examples of docs/webhooks.md, run unchanged.</summary>
public sealed class SignatureTests
{
    [Theory]
    [InlineData("bash", "bash")]
    [InlineData("python", "python3")]
    public async Task The_example_in_the_documentation_takes_what_the_server_signs_and_nothing_else(string language, string program)
    {
        var directory = Directory.CreateTempSubdirectory("iwtune-signature-").FullName;
        try
        {
            var (script, body) = (Path.Combine(directory, "check"), Path.Combine(directory, "body"));
            await File.WriteAllTextAsync(script, Example(language));
            var bytes = Encoding.UTF8.GetBytes("{\"type\":\"test\",\"text\":\"Compliant → Drifted\"}");
            await File.WriteAllBytesAsync(body, bytes);
            var (secret, former) = (WebhookSeal.New(), WebhookSeal.New());
            var signed = Signature.Of("msg_1", 1795328563, bytes, [secret, former]);

            Assert.Equal(0, await RunAsync(program, script, secret, "msg_1", "1795328563", body, signed));
            Assert.Equal(0, await RunAsync(program, script, former, "msg_1", "1795328563", body, signed));
            Assert.NotEqual(0, await RunAsync(program, script, WebhookSeal.New(), "msg_1", "1795328563", body, signed));
            Assert.NotEqual(0, await RunAsync(program, script, secret, "msg_1", "1795328564", body, signed));
            await File.AppendAllTextAsync(body, " ");
            Assert.NotEqual(0, await RunAsync(program, script, secret, "msg_1", "1795328563", body, signed));
        }
        finally
        {
            Directory.Delete(directory, recursive: true);
        }
    }

    private static async Task<int> RunAsync(string program, params string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardError = true })!;
        await process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync();
        return process.ExitCode;
    }

    private static string Example(string language)
    {
        var at = AppContext.BaseDirectory;
        while (!File.Exists(Path.Combine(at, "IwTune.sln")))
            at = Path.GetDirectoryName(at)!;
        var text = File.ReadAllText(Path.Combine(at, "docs/webhooks.md"));
        var begin = text.IndexOf($"```{language}\n", StringComparison.Ordinal) + language.Length + 4;
        return text[begin..text.IndexOf("```", begin, StringComparison.Ordinal)];
    }
}
