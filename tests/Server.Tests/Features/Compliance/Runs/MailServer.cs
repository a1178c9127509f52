using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using IwTune.Lab;
using IwTune.Lab.Authorities;
using IwTune.Server.Hosting;

namespace IwTune.Server.Tests.Features.Compliance.Runs;

/// <summary>Debian's aiosmtpd on the loopback, with TLS and a password (mail-server.py).</summary>
internal sealed class MailServer : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("iwtune-mail-").FullName;
    private readonly int port = FreePort.Find();
    private readonly string scheme;
    private Process? process;

    /// <param name="scheme"><c>smtps</c>, or <c>smtp</c> with STARTTLS.</param>
    public MailServer(string scheme)
    {
        this.scheme = scheme;
        using var authority = new LabAuthority("CA of the mail server");
        var (certificate, key) = authority.IssuePem("127.0.0.1");
        File.WriteAllText(In("ca.pem"), authority.Pem);
        File.WriteAllText(In("mail.pem"), certificate);
        File.WriteAllText(In("key.pem"), key);
        File.WriteAllText(In("password"), "correct horse\n");
        File.SetUnixFileMode(In("password"), UnixFileMode.UserRead | UnixFileMode.UserWrite);
    }

    public MailSettings Settings =>
        new()
        {
            Address = $"{scheme}://iwtune@127.0.0.1:{port}",
            PasswordFile = In("password"),
            CaFile = In("ca.pem"),
            From = "iwtune@example.com",
        };

    public async Task StartAsync()
    {
        process = Process.Start(
            new ProcessStartInfo("/usr/bin/python3", [Script, folder, port.ToString(CultureInfo.InvariantCulture), scheme])
            {
                RedirectStandardError = true,
            }
        )!;
        await Until.TrueAsync(
            () => File.Exists(In("ready")),
            () => process.HasExited ? process.StandardError.ReadToEnd() : "the mail server does not start"
        );
    }

    /// <summary>The messages in the order in which they came, when there are so many.</summary>
    public async Task<IReadOnlyList<MailSeen>> SeenAsync(int count)
    {
        await Until.TrueAsync(
            () => File.Exists(In($"{count}.json")),
            () => $"{Directory.GetFiles(folder, "*.json").Length} of {count} messages came"
        );
        return
        [
            .. Enumerable
                .Range(1, count)
                .Select(number => JsonSerializer.Deserialize<MailSeen>(File.ReadAllText(In($"{number}.json")), JsonSerializerOptions.Web)!),
        ];
    }

    /// <summary>The attachment of a message, by its number from 1.</summary>
    public byte[] Attachment(int number) => File.ReadAllBytes(In($"{number}.zip"));

    public void Dispose()
    {
        process?.Kill();
        process?.WaitForExit();
        process?.Dispose();
        Directory.Delete(folder, recursive: true);
    }

    private static string Script => Path.Combine(AppContext.BaseDirectory, "Features/Compliance/Runs/mail-server.py");

    private string In(string name) => Path.Combine(folder, name);
}

/// <summary>A message as Python's own parser read it.</summary>
/// <param name="User">Who signed in.</param>
/// <param name="From">Of the envelope.</param>
/// <param name="To">Of the envelope.</param>
/// <param name="Subject">Its subject.</param>
/// <param name="Id">Its Message-ID.</param>
/// <param name="Auto">Auto-Submitted (RFC 3834).</param>
/// <param name="Text">Its text.</param>
/// <param name="Attached">The name of its attachment.</param>
internal sealed record MailSeen(
    string User,
    string From,
    IReadOnlyList<string> To,
    string Subject,
    string Id,
    string Auto,
    string Text,
    string? Attached
);
