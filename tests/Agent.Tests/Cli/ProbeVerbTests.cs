using System.Text.Json.Nodes;
using IwTune.Agent.Tests.Linux.Probing.Remote;
using IwTune.Lab.Serving;

namespace IwTune.Agent.Tests.Cli;

/// <summary>The output and exit codes of `iwtune probe`, against real servers.</summary>
public sealed class ProbeVerbTests
{
    [Fact]
    public async Task A_program_gets_the_window_and_everything_about_it()
    {
        using var server = new ProbedServer(new Page(100_000), window: 16);
        var said = await server.RunAsync("probe", "10.96.0.2:8000", "--json");
        Assert.Equal((0, ""), (said.Exit, said.Error));
        var json = JsonNode.Parse(said.Out)!;
        Assert.Equal(16, (int)json["segments"]!);
        Assert.Equal("IwLimited", (string)json["verdict"]!);
        Assert.True((bool)json["exact"]!);
        Assert.Equal(524, (int)json["mss"]!);
        Assert.Equal(16 * 524, (int)json["bytes"]!);
        Assert.InRange((double)json["rttMs"]!, 2, 50);
        Assert.Equal(
            ("10.96.0.2", 8000, "http", "200 OK"),
            ((string)json["address"]!, (int)json["port"]!, (string)json["protocol"]!, (string)json["answer"]!)
        );
        Assert.True(json["runs"]!.AsArray().Count(run => (int)run!["segments"]! == 16) >= 3, said.Out);
    }

    [Fact]
    public async Task A_person_reads_it_on_80_columns()
    {
        using var server = new ProbedServer(new Page(100_000));
        var said = await server.RunAsync(80, "probe", "10.96.0.2:8000", "--path", "/large.css");
        Assert.StartsWith(
            """
            10.96.0.2:8000 starts with 10 segments.

              limited by   initial window: more data waited when the flight ended
              flight       10 segments of 524 bytes, 5,240 bytes in all
              RTT 
            """.TrimEnd(),
            said.Out,
            StringComparison.Ordinal
        );
        Assert.Contains("\n  asked for    GET /large.css: 200 OK\n", said.Out, StringComparison.Ordinal);
        Assert.All(said.Out.Split('\n'), line => Assert.InRange(line.Length, 0, 80));
        // The progress line is overwritten and leaves nothing behind.
        Assert.Contains("3 connections: 10", said.Error, StringComparison.Ordinal);
        Assert.EndsWith("\r\e[K", said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_redirection_is_too_short_and_says_where_it_points()
    {
        using var server = new ProbedServer(
            new Page(600) { Status = "301 Moved Permanently", Headers = "Location: https://www.example.org/\r\n" }
        );
        var said = await server.RunAsync("probe", "10.96.0.2:8000");
        Assert.Equal((0, ""), (said.Exit, said.Error));
        Assert.StartsWith("10.96.0.2:8000 starts with at least 2 segments.", said.Out, StringComparison.Ordinal);
        Assert.Contains("answer: it ended before the window was full", said.Out, StringComparison.Ordinal);
        Assert.Contains("301 Moved Permanently → https://www.example.org/", said.Out, StringComparison.Ordinal);
        Assert.Contains("--path /PAGE, or --tls", said.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_broken_connection_is_said_to_be_one()
    {
        using var server = new ProbedServer(new Page(0) { Reset = true });
        var said = await server.RunAsync("probe", "10.96.0.2:8000");
        Assert.Equal((1, ""), (said.Exit, said.Out));
        Assert.Equal("10.96.0.2:8000 closed the connection without an answer to GET /. If it speaks TLS, add --tls.\n", said.Error);
    }

    [Fact]
    public async Task A_port_nobody_listens_on_is_not_reached()
    {
        using var server = new ProbedServer(new Page(0));
        var said = await server.RunAsync("probe", "10.96.0.2:8001");
        Assert.Equal((4, ""), (said.Exit, said.Out));
        Assert.Equal(
            "10.96.0.2:8001 was not reached: Connection refused. Nothing listens there; name another port: HOST:PORT.\n",
            said.Error
        );
    }

    [Fact]
    public async Task An_address_without_a_route_is_not_reached()
    {
        using var server = new ProbedServer(new Page(0));
        var said = await server.RunAsync("probe", "192.0.2.1");
        Assert.Equal((4, "192.0.2.1:80 was not reached: Network is unreachable.\n"), (said.Exit, said.Error));
    }

    [Fact]
    public async Task A_name_without_an_address_is_not_reached()
    {
        using var server = new ProbedServer(new Page(0));
        var said = await server.RunAsync("probe", "no-such-host.invalid");
        Assert.Equal(4, said.Exit);
        Assert.StartsWith("no-such-host.invalid has no address: ", said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Tls_where_there_is_none_says_so()
    {
        using var server = new ProbedServer(new Page(0));
        var said = await server.RunAsync("probe", "10.96.0.2:8000", "--tls");
        Assert.Equal(1, said.Exit);
        Assert.Contains("10.96.0.2:8000", said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_tls_server_that_is_asked_by_http_does_not_pass_for_a_web_page()
    {
        using var server = new ProbedServer(new Page(100), certificateBytes: 3000);
        var said = await server.RunAsync("probe", "10.96.0.2:8000");
        Assert.Equal((1, ""), (said.Exit, said.Out));
    }

    [Fact]
    public async Task A_short_certificate_is_at_least_and_smaller_segments_are_advised()
    {
        using var server = new ProbedServer(new Page(100), certificateBytes: 1500);
        var said = await server.RunAsync("probe", "10.96.0.2:8000", "--tls");
        Assert.Equal((0, ""), (said.Exit, said.Error));
        Assert.Contains("starts with at least ", said.Out, StringComparison.Ordinal);
        Assert.EndsWith("Smaller segments make more of an answer: --mss 88.\n", said.Out, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--mss '87': write a number of bytes from 88 to 32767", "192.0.2.1", "--mss", "87")]
    [InlineData("--path 'page': write it from its first slash on", "192.0.2.1", "--path", "page")]
    [InlineData("Not a URL: probe takes --tls for https", "https://www.example.org/")]
    [InlineData("'a b' is not a host", "a b")]
    [InlineData("'192.0.2.1:0' is not a host", "192.0.2.1:0")]
    [InlineData("'192.0.2.1:65536' is not a host", "192.0.2.1:65536")]
    public async Task Nonsense_is_refused_before_anything_is_sent(string because, params string[] args)
    {
        using var server = new ProbedServer(new Page(0));
        var said = await server.RunAsync(["probe", .. args]);
        Assert.Equal((64, ""), (said.Exit, said.Out));
        Assert.Contains(because, said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_the_privilege_nothing_is_sent()
    {
        using var server = new ProbedServer(new Page(100_000));
        var ran = server.Path.Client.TryExec(
            "setpriv",
            "--bounding-set=-net_admin",
            "--inh-caps=-net_admin",
            "--reuid=65534",
            "--clear-groups",
            IwTune.Lab.Binaries.Agent,
            "probe",
            "10.96.0.2:8000"
        );
        // Kernels before the restriction permit it to all users.
        if (ran.ExitCode == 0)
            return;
        Assert.Equal((5, ""), (ran.ExitCode, ran.Output));
        Assert.Contains("CAP_NET_ADMIN. Nothing was sent. Run it with sudo.", ran.Error, StringComparison.Ordinal);
    }
}
