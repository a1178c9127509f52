using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text.RegularExpressions;
using IwTune.Lab;
using IwTune.Server.Hosting;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Features.Servers;

/// <summary>
/// A real nginx with the configurations of deploy/nginx over two servers. The test sets addresses, ports and paths; everything else is
/// unchanged.
/// </summary>
internal sealed partial class Nginx : IAsyncDisposable
{
    /// <summary>The proxy's own address, as the servers see it.</summary>
    public const string Address = "127.0.0.2";

    /// <summary>The name that hosts and browsers use for the fleet's server.</summary>
    public const string Name = "fleet.example.com";

    /// <summary>The server that answered; not part of the shipped configuration.</summary>
    public const string AnsweredBy = "X-Answered-By";

    private const string StreamModule = "/usr/lib/nginx/modules/ngx_stream_module.so";
    private static readonly string[] Temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    private readonly Process process;
    private readonly string directory;

    private Nginx(Process process, string directory, int passthrough, int ending) =>
        (this.process, this.directory, Passthrough, Ending) = (
            process,
            directory,
            new($"https://{Name}:{passthrough}"),
            new($"https://{Name}:{ending}")
        );

    /// <summary>The servers terminate TLS.</summary>
    public Uri Passthrough { get; }

    /// <summary>nginx terminates TLS and opens it again to the servers.</summary>
    public Uri Ending { get; }

    public static async Task<Nginx> StartAsync(RunningServer a, RunningServer b)
    {
        var directory = Directory.CreateTempSubdirectory("iwtune-nginx-").FullName;
        var root = Root();
        await CertifyAsync(Path.Combine(root, "docs", "high-availability.md"), a, directory);
        var (passthrough, ending) = (FreePort.Find(), FreePort.Find());
        string Of(string name, int port) =>
            File.ReadAllText(Path.Combine(root, "deploy", "nginx", name))
                .Replace("10.0.0.11:7443", a.Url.Authority, StringComparison.Ordinal)
                .Replace("10.0.0.12:7443", b.Url.Authority, StringComparison.Ordinal)
                .Replace("listen 7443", $"listen 127.0.0.1:{port}", StringComparison.Ordinal)
                .Replace("/etc/nginx/iwtune", directory, StringComparison.Ordinal);
        var file = Path.Combine(directory, "nginx.conf");
        var temporary = string.Join(' ', Temporary.Select(kind => $"{kind}_temp_path {directory}/{kind};"));
        await File.WriteAllTextAsync(
            file,
            $$"""
            {{(File.Exists(StreamModule) ? $"load_module {StreamModule};" : "")}}
            {{(Environment.IsPrivilegedProcess ? "user root;" : "")}}
            daemon off; master_process off; worker_processes 1; pid {{directory}}/pid; error_log stderr notice;
            events {}
            {{Of("passthrough.conf", passthrough)}}
            http {
            access_log off; {{temporary}}
            proxy_bind {{Address}}; add_header {{AnsweredBy}} $upstream_addr always;
            {{Of("reencrypt.conf", ending)}}
            }
            """
        );
        var process = Process.Start(new ProcessStartInfo("nginx", ["-p", directory, "-c", file, "-e", "stderr"]))!;
        await Until.TrueAsync(
            async () => process.HasExited ? throw new LabException($"nginx ended with {process.ExitCode}") : await ListensAsync(ending),
            () => "nginx does not listen"
        );
        return new Nginx(process, directory, passthrough, ending);
    }

    public async ValueTask DisposeAsync()
    {
        // One process, as configured above: nothing survives it.
        process.Kill();
        await process.WaitForExitAsync();
        process.Dispose();
        Directory.Delete(directory, recursive: true);
    }

    /// <summary>Uses the commands of the documentation.</summary>
    private static async Task CertifyAsync(string documentation, RunningServer by, string directory)
    {
        var (data, database) = (by.Data, by.Get<ServerOptions>().Database);
        File.Copy(Path.Combine(data, "ca.pem"), Path.Combine(directory, "ca.pem"));
        var commands = Commands().Match(await File.ReadAllTextAsync(documentation));
        var program = Path.Combine(AppContext.BaseDirectory, "iwtune-server.dll");
        var url = database is null ? "" : $"--database '{database}'";
        var script =
            commands.Groups["openssl"].Value
            + commands
                .Groups["certify"]
                .Value.Replace(
                    "iwtune-server keys certify",
                    $"dotnet '{program}' keys certify --data '{data}' {url}",
                    StringComparison.Ordinal
                );
        using var shell = Process.Start(
            new ProcessStartInfo("sh", ["-ec", script]) { WorkingDirectory = directory, RedirectStandardError = true }
        )!;
        var said = await shell.StandardError.ReadToEndAsync();
        await shell.WaitForExitAsync();
        if (shell.ExitCode != 0 || !File.Exists(Path.Combine(directory, "fleet.pem")))
            throw new LabException($"the commands of {documentation}: {said}");
    }

    private static async Task<bool> ListensAsync(int port)
    {
        try
        {
            using var client = new TcpClient();
            await client.ConnectAsync(IPAddress.Loopback, port);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    private static string Root()
    {
        var directory = new DirectoryInfo(AppContext.BaseDirectory);
        while (!File.Exists(Path.Combine(directory.FullName, "IwTune.sln")))
            directory = directory.Parent!;
        return directory.FullName;
    }

    [GeneratedRegex(
        "```sh\n(?<openssl>openssl ecparam.*?)```.*?```sh\n(?<certify>iwtune-server keys certify.*?)```",
        RegexOptions.Singleline
    )]
    private static partial Regex Commands();
}
