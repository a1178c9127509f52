using System.Net;
using System.Net.Sockets;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using IwTune.Agent.Cli.Probing;
using IwTune.Agent.Tests.Cli;
using IwTune.Lab;
using IwTune.Lab.Serving;
using IwTune.Shared.Tests.Architecture;

namespace IwTune.Agent.Tests.Linux.Probing.Remote;

/// <summary>The configurations of docs/front.md, as they stand there, in front of a server whose window is small.</summary>
public sealed partial class FrontTests : IDisposable
{
    private const int Ours = 20,
        Backends = 2;

    private readonly string _directory = Directory.CreateTempSubdirectory("iwtune-front-").FullName;
    private readonly RemotePath _path;
    private readonly NetNamespace _backend;
    private readonly PageServer _server;

    public FrontTests()
    {
        Privileged.Require();
        _path = new RemotePath(TimeSpan.FromMilliseconds(10));
        _path.StartWith(Ours);
        _backend = NetNamespace.Create("backend");
        NetNamespace.Join(_path.Server, "back0", _backend, "front0");
        _path.Server.Ip("addr add 192.0.2.1/24 dev back0");
        _backend.Ip("addr add 192.0.2.10/24 dev front0");
        _backend.Ip($"route replace 192.0.2.0/24 dev front0 proto kernel scope link src 192.0.2.10 initcwnd {Backends}");
        _server = PageServer.Listen(_backend, 8080, "cubic", new Page(200_000));
    }

    [Fact]
    public async Task Clients_of_nginx_get_the_window_of_its_host()
    {
        var file = Written(
            "nginx.conf",
            $$"""
            user root; daemon off; master_process off; worker_processes 1; pid {{_directory}}/pid; error_log stderr notice;
            events {}
            http {
            access_log off; client_body_temp_path {{_directory}}/body; proxy_temp_path {{_directory}}/proxy;
            fastcgi_temp_path {{_directory}}/fastcgi; uwsgi_temp_path {{_directory}}/uwsgi; scgi_temp_path {{_directory}}/scgi;
            {{Configuration("nginx")}}
            }
            """
        );
        using var nginx = _path.Server.Start("nginx", "-p", _directory, "-c", file, "-e", "stderr");
        await ReadsAsync(nginx);
    }

    [Fact]
    public async Task Clients_of_haproxy_get_the_window_of_its_host()
    {
        var file = Written("haproxy.cfg", Configuration("haproxy"));
        using var haproxy = _path.Server.Start("haproxy", "-db", "-f", file);
        await ReadsAsync(haproxy);
    }

    public void Dispose()
    {
        _server.Dispose();
        _backend.Dispose();
        _path.Dispose();
        Directory.Delete(_directory, recursive: true);
    }

    private async Task ReadsAsync(LabProcess front)
    {
        var at = RemotePath.At(80);
        Until.True(() => front.Ended || _path.Client.Run(() => Answers(at)), () => $"the proxy does not listen: {front.Output}");
        Assert.False(front.Ended, front.Output);
        var said = await NamespaceShell.RunAsync(_path.Client, [("probe", ProbeVerb.Create)], ["probe", at.Address.ToString(), "--json"]);
        Assert.Equal(0, said.Exit);
        var read = JsonNode.Parse(said.Out)!;
        Assert.Equal((Ours, true), ((int)read["segments"]!, (bool)read["exact"]!));
    }

    private static bool Answers(IPEndPoint at)
    {
        using var socket = new Socket(at.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            socket.Connect(at);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    private string Written(string name, string text)
    {
        var file = Path.Combine(_directory, name);
        File.WriteAllText(file, text);
        return file;
    }

    private static string Configuration(string program) =>
        Block()
            .Matches(File.ReadAllText(Path.Combine(SourceFile.Root, "docs/front.md")))
            .Single(block => block.Groups[1].Value == program)
            .Groups[2]
            .Value;

    [GeneratedRegex("```(\\w+)\n(.*?)```", RegexOptions.Singleline)]
    private static partial Regex Block();
}
