using System.Text.Json.Nodes;
using IwTune.Agent.Cli.Probing;
using IwTune.Lab;
using IwTune.Lab.Serving;

namespace IwTune.Agent.Tests.Cli;

/// <summary>
/// `iwtune rtt --compare` through a router that answers on port 80 itself, as a transparent proxy does; everything else goes on to a server
/// that is 40 ms away.
/// </summary>
public sealed class RttCompareTests : IDisposable
{
    private const string ServerSide = "198.51.100.2";
    private readonly NetNamespace _client = Privileged.Namespace("client");
    private readonly NetNamespace _router = NetNamespace.Create("router");
    private readonly NetNamespace _server = NetNamespace.Create("server");
    private readonly IDisposable _path;
    private readonly List<PageServer> _servers = [];

    public RttCompareTests()
    {
        NetNamespace.Join(_client, "near0", _router, "near0");
        _path = NamespacePath.Join(_router, _server, "far0", TimeSpan.FromMilliseconds(20));
        _client.Ip("addr add 192.0.2.1/24 dev near0");
        _client.Ip("route add default via 192.0.2.2");
        _router.Ip("addr add 192.0.2.2/24 dev near0");
        _router.Ip("addr add 198.51.100.1/24 dev far0");
        _router.Sysctl("net.ipv4.ip_forward", "1");
        _server.Ip($"addr add {ServerSide}/24 dev far0");
        _server.Ip("route add default via 198.51.100.1");
        _servers.Add(PageServer.Listen(_server, 443, "cubic", new Page(0)));
        _servers.Add(PageServer.Listen(_server, 8080, "cubic", new Page(0)));
    }

    [Fact]
    public async Task Ports_of_one_machine_answer_alike()
    {
        var said = await RunAsync("rtt", ServerSide, "--count", "3", "--compare", "8080,443,81");
        Assert.Equal(0, said.Exit);
        Assert.Contains("The ports answer alike.", said.Text, StringComparison.Ordinal);
        Assert.Contains("Port 81 did not answer: Connection refused.", said.Text, StringComparison.Ordinal);
        Assert.Single(said.Text.Split('\n'), line => line.Contains(" 443 ", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_proxy_that_answers_on_one_port_is_nearer()
    {
        Intercept();
        var said = await RunAsync("rtt", ServerSide, "--count", "3", "--compare", "80,8080", "--json");
        Assert.Equal(0, said.Exit);
        var signs = JsonNode.Parse(said.Text)!["signs"]!.AsArray().Select(sign => (string)sign!).ToList();
        Assert.Matches(
            @"^Port 80 answers in \d\.\d+ ms, port 443 in 4\d\.\d+ ms: probably a nearer machine answers on port 80\.$",
            signs.Single()
        );
    }

    [Fact]
    public async Task A_proxy_with_other_options_is_seen_by_them()
    {
        Intercept();
        _router.Sysctl("net.ipv4.tcp_timestamps", "0");
        _router.Sysctl("net.ipv4.tcp_window_scaling", "0");
        var said = await RunAsync("rtt", ServerSide, "--count", "3", "--compare", "80");
        Assert.Contains(
            "port 80 with segments of 1460 bytes, no window scale, selective acknowledgements, no time stamps: probably two machines",
            said.Text,
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("0", "port numbers from 1 to 65535")]
    [InlineData("1,2,3,4,5,6,7,8,9", "at most 8")]
    public async Task Ports_that_cannot_be_compared_are_refused(string ports, string because)
    {
        var said = await RunAsync("rtt", ServerSide, "--compare", ports);
        Assert.Equal(64, said.Exit);
        Assert.Contains(because, said.Text, StringComparison.Ordinal);
    }

    public void Dispose()
    {
        _servers.ForEach(server => server.Dispose());
        _client.Dispose();
        _path.Dispose();
        _router.Dispose();
        _server.Dispose();
    }

    private void Intercept()
    {
        _router.Ip("link set lo up");
        _router.Ip($"addr add {ServerSide}/32 dev lo");
        _router.Ip($"rule add to {ServerSide} ipproto tcp dport 80 lookup local priority 10");
        _router.Ip($"rule add to {ServerSide} lookup main priority 20");
        _router.Ip("rule add lookup local priority 30");
        _router.Ip("rule del priority 0");
        _servers.Add(PageServer.Listen(_router, 80, "cubic", new Page(0)));
    }

    private async Task<(int Exit, string Text)> RunAsync(params string[] args)
    {
        var said = await NamespaceShell.RunAsync(_client, [("rtt", RttVerb.Create)], args);
        return (said.Exit, said.Out + said.Error);
    }
}
